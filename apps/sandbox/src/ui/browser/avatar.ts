import { createElement } from './dom.ts'

/** Stable hue per number; all hues have AA contrast with white text. */
function hueOf(text: string): number {
  let hash = 0
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) % 3600
  return (hash % 24) * 15
}

function initialsOf(name: string, phone: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return phone.slice(-2)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return ([...first][0] ?? '').toUpperCase() + ([...last][0] ?? '').toUpperCase()
}

export function makeAvatar(name: string, phone: string): HTMLElement {
  const avatar = createElement('span', { class: 'avatar', 'aria-hidden': 'true' }, initialsOf(name, phone))
  avatar.style.backgroundColor = `hsl(${hueOf(phone)} 45% 31%)`
  return avatar
}

/** Formats US numbers; others are returned unchanged. */
export function formatPhone(e164: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? []
  return area ? `(${area}) ${exchange}-${line}` : e164
}
