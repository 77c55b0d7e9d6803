import { make } from './dom.ts'

/** The same number always gets the same colour; every one of them carries white letters at AA contrast. */
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
  const avatar = make('span', { class: 'avatar', 'aria-hidden': 'true' }, initialsOf(name, phone))
  avatar.style.backgroundColor = `hsl(${hueOf(phone)} 45% 31%)`
  return avatar
}

/** How Americans write their numbers; others stay as they are. */
export function prettyPhone(e164: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? []
  return area ? `(${area}) ${exchange}-${line}` : e164
}
