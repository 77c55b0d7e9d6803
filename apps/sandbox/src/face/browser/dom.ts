/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** The element with this id; the page's own markup promises that it is there. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no #${id}`)
  return found as Kind
}

type Attributes = Record<string, string | boolean | undefined>

/** Makes an element. Text always goes in as text, so that nobody's message can become markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
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
