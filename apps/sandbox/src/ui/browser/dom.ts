/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Returns the element with this id, which the page's own markup contains. */
export function byId(id: string): HTMLElement
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind
export function byId(id: string, kind = HTMLElement): HTMLElement {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`No ${kind.name} with id ${id}`)
  return element
}

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type Attributes = Record<string, string | boolean | undefined>

/** Creates an element. Children are text nodes, never HTML, so that message text cannot inject markup. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (typeof value === 'string') element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}
