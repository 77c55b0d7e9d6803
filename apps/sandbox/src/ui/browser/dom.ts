/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Returns the element with this id, which the page's own markup contains. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id)
  if (!element) throw new Error(`No element with id ${id}`)
  return element as Kind
}

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
