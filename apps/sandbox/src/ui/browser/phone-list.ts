import type { ListedPhone } from './api.ts'
import { formatPhone, makeAvatar } from './avatar.ts'
import { byId, createElement } from './dom.ts'
import { shortDate } from './format-time.ts'
import { loadPhones, openPhone } from './live-updates.ts'
import { showPane } from './panes.ts'
import { isUnread, onChange, state } from './state.ts'

/** Default limit of the control API. */
const MAX_LISTED = 200

function makeRow(phone: ListedPhone): HTMLElement {
  const unread = isUnread(phone)
  const name = phone.name || formatPhone(phone.phone)
  const side = createElement('span', { class: 'phone-side' }, phone.lastAt ? shortDate(phone.lastAt) : '')
  if (unread) side.append(createElement('span', { class: 'dot', role: 'img', 'aria-label': 'New text' }))
  const button = createElement(
    'button',
    {
      type: 'button',
      class: 'phone',
      'data-phone': phone.phone,
      'data-unread': String(unread),
      'aria-current': String(phone.phone === state.selected),
    },
    makeAvatar(phone.name, phone.phone),
    createElement(
      'span',
      { class: 'phone-text' },
      createElement('span', { class: 'phone-name' }, name),
      createElement('span', { class: 'phone-last' }, phone.lastText || formatPhone(phone.phone)),
    ),
    side,
  )
  return createElement('li', {}, button)
}

function render(): void {
  const list = byId('phone-list')
  const focused = document.activeElement?.closest<HTMLElement>('[data-phone]')?.dataset.phone
  list.replaceChildren(...state.phones.map(makeRow))
  if (state.phones.length === MAX_LISTED) {
    list.append(createElement('li', { class: 'empty' }, `Showing the latest ${MAX_LISTED}. Search to find others.`))
  }
  if (focused) list.querySelector<HTMLElement>(`[data-phone="${focused}"]`)?.focus()

  const empty = byId('phones-empty')
  empty.hidden = state.phones.length > 0
  empty.textContent = state.search ? 'No results.' : 'No phones yet. Add one and text a business from it.'
}

export function startPhoneList(): void {
  const list = byId('phone-list')
  list.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-phone]') : null
    const phone = row?.dataset.phone
    if (!phone) return
    void openPhone(phone)
    showPane('phone')
  })
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = [...list.querySelectorAll<HTMLElement>('[data-phone]')]
    const next =
      rows[rows.findIndex((row) => row.contains(document.activeElement)) + (event.key === 'ArrowDown' ? 1 : -1)]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
  const search = byId('search', HTMLInputElement)
  search.addEventListener('input', () => {
    state.search = search.value.trim()
    void loadPhones()
  })
  onChange(render)
}
