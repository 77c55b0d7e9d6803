import type { ListedPhone } from './api.ts'
import { makeAvatar, prettyPhone } from './avatar.ts'
import { shortDate } from './clock.ts'
import { byId, make } from './dom.ts'
import { loadPhones, openPhone } from './live.ts'
import { showPane } from './panes.ts'
import { isUnread, onChange, state } from './state.ts'

/** As many as the control API answers at once. */
const MAX_LISTED = 200

function makeRow(phone: ListedPhone): HTMLElement {
  const unread = isUnread(phone)
  const name = phone.name || prettyPhone(phone.phone)
  const side = make('span', { class: 'phone-side' }, phone.lastAt ? shortDate(phone.lastAt) : '')
  if (unread) side.append(make('span', { class: 'dot', role: 'img', 'aria-label': 'New text' }))
  const button = make(
    'button',
    {
      type: 'button',
      class: 'phone',
      'data-phone': phone.phone,
      'data-unread': String(unread),
      'aria-current': String(phone.phone === state.selected),
    },
    makeAvatar(phone.name, phone.phone),
    make(
      'span',
      { class: 'phone-text' },
      make('span', { class: 'phone-name' }, name),
      make('span', { class: 'phone-last' }, phone.lastText || prettyPhone(phone.phone)),
    ),
    side,
  )
  return make('li', {}, button)
}

function render(): void {
  const list = byId('phone-list')
  const focused = document.activeElement?.closest<HTMLElement>('[data-phone]')?.dataset.phone
  list.replaceChildren(...state.phones.map(makeRow))
  if (state.phones.length === MAX_LISTED) {
    list.append(make('li', { class: 'empty' }, `Showing the latest ${MAX_LISTED}. Search to find others.`))
  }
  if (focused) list.querySelector<HTMLElement>(`[data-phone="${focused}"]`)?.focus()

  const empty = byId('phones-empty')
  empty.hidden = state.phones.length > 0
  empty.textContent = state.search ? 'No results.' : 'No phones yet. Add one and text a business from it.'
}

export function startPhoneList(): void {
  const list = byId('phone-list')
  list.addEventListener('click', ({ target }) => {
    const phone = (target as Element).closest<HTMLElement>('[data-phone]')?.dataset.phone
    if (!phone) return
    void openPhone(phone)
    showPane('phone')
  })
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = [...list.querySelectorAll<HTMLElement>('[data-phone]')]
    const next = rows[rows.indexOf(event.target as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
  byId<HTMLInputElement>('search').addEventListener('input', ({ target }) => {
    state.search = (target as HTMLInputElement).value.trim()
    void loadPhones()
  })
  onChange(render)
}
