import { savePhone } from './api.ts'
import { formatPhone } from './avatar.ts'
import { byId, createElement } from './dom.ts'
import { now } from './format-time.ts'
import { loadPhones } from './live-updates.ts'
import { onChange, scheduleRender, state } from './state.ts'

function renderNumbers(select: HTMLSelectElement): void {
  const groups = new Map<string, { name: string; options: HTMLElement[] }>()
  for (const { phoneNumber, friendlyName, account } of state.numbers) {
    const group = groups.get(account.sid) ?? { name: account.friendlyName, options: [] }
    const pretty = formatPhone(phoneNumber)
    const label = friendlyName === pretty ? pretty : `${friendlyName} · ${pretty}`
    group.options.push(createElement('option', { value: phoneNumber }, label))
    groups.set(account.sid, group)
  }
  const signature = JSON.stringify(state.numbers)
  if (select.dataset.signature !== signature) {
    select.dataset.signature = signature
    select.replaceChildren(
      ...[...groups.values()].map(({ name, options }) => createElement('optgroup', { label: name }, ...options)),
    )
  }
  if (state.number && select.value !== state.number) select.value = state.number
}

function render(): void {
  const phone = state.phones.find((candidate) => candidate.phone === state.selected)
  const lineType = byId('line-type', HTMLSelectElement)
  if (phone) {
    byId('stage-title').textContent = phone.name || formatPhone(phone.phone)
    byId('owner-number').textContent = phone.name ? formatPhone(phone.phone) : ''
    if (document.activeElement !== lineType) lineType.value = phone.lineType
  }
  lineType.disabled = !phone
  byId('rename').hidden = !phone

  const isReady = state.selected !== null && state.numbers.length > 0
  byId('handset').hidden = !isReady
  const empty = byId('stage-empty')
  empty.hidden = isReady
  empty.textContent =
    state.numbers.length === 0
      ? 'No business has a number yet. Get one in Frontdesk under Settings, Phone numbers, then text it from here.'
      : 'Choose a phone on the left, or add one.'
  renderNumbers(byId('number', HTMLSelectElement))
}

/** The phone in the middle: its owner, line type and the business number it writes to. */
export function startPhonePane(): void {
  const number = byId('number', HTMLSelectElement)
  number.addEventListener('change', () => {
    state.number = number.value
    scheduleRender()
  })
  const lineType = byId('line-type', HTMLSelectElement)
  lineType.addEventListener('change', async () => {
    if (!state.selected) return
    await savePhone({ phone: state.selected, lineType: lineType.value })
    await loadPhones()
  })
  const tick = () => {
    byId('clock').textContent = now()
  }
  tick()
  setInterval(tick, 10_000)
  onChange(render)
}
