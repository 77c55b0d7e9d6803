import type { LiveEvent } from '../../platform/event-bus.ts'
import type { GoogleCalendar, GoogleEvent } from '../../store/google.ts'
import { byId, createElement } from './dom.ts'

interface Account {
  email: string
  calendars: GoogleCalendar[]
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const FIRST_HOUR = 6
const LAST_HOUR = 22

let accounts: Account[] = []
let events: GoogleEvent[] = []
const monday = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7))
let week = monday(new Date())

const select = byId('calendar', HTMLSelectElement)
const dialog = byId('event-dialog', HTMLDialogElement)

const chosen = () => accounts.flatMap(({ calendars }) => calendars).find(({ id }) => id === select.value)

async function send(method: string, path: string, body?: object): Promise<void> {
  await fetch(`/sandbox/api/google${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  await load()
}
const eventsPath = (id = '') =>
  `/calendars/${encodeURIComponent(select.value)}/events${id && `/${encodeURIComponent(id)}`}`

const startOf = ({ start }: GoogleEvent) => new Date(start.dateTime ?? `${start.date}T00:00:00`)
const endOf = ({ end }: GoogleEvent) => new Date(end.dateTime ?? `${end.date}T00:00:00`)

/** Moves an event by its start; it keeps its length. */
function move(id: string, to: Date, isAllDay: boolean): void {
  const event = events.find((each) => each.id === id)
  if (!event) return
  const length = endOf(event).getTime() - startOf(event).getTime()
  const end = new Date(to.getTime() + length)
  const date = (day: Date) => day.toLocaleDateString('sv')
  const times = isAllDay
    ? { start: { date: date(to) }, end: { date: date(end) } }
    : { start: { dateTime: to.toISOString() }, end: { dateTime: end.toISOString() } }
  void send('PATCH', eventsPath(id), times)
}

function add(start: Date): void {
  dialog.returnValue = ''
  dialog.onclose = () => {
    if (dialog.returnValue !== 'add') return
    const minutes = byId('minutes', HTMLInputElement).valueAsNumber || 60
    const end = new Date(start.getTime() + minutes * 60_000)
    const isTransparent = byId('transparent', HTMLInputElement).checked
    void send('POST', eventsPath(), {
      summary: byId('summary', HTMLInputElement).value || 'Busy',
      start: { dateTime: start.toISOString() },
      end: { dateTime: end.toISOString() },
      transparency: isTransparent ? 'transparent' : 'opaque',
    })
  }
  dialog.showModal()
}

function chip(event: GoogleEvent): HTMLElement {
  const time = event.start.date ? '' : `${startOf(event).toLocaleTimeString([], { timeStyle: 'short' })} `
  const remove = createElement(
    'button',
    { type: 'button', class: 'event-delete', 'aria-label': `Delete ${event.summary ?? 'event'}` },
    '×',
  )
  remove.addEventListener('click', (click) => {
    click.stopPropagation()
    void send('DELETE', eventsPath(event.id))
  })
  const isFree = event.transparency === 'transparent'
  const item = createElement(
    'div',
    { class: isFree ? 'event free' : 'event', draggable: 'true' },
    createElement('span', {}, `${time}${event.summary ?? 'Busy'}`),
    remove,
  )
  item.addEventListener('click', (click) => click.stopPropagation())
  item.addEventListener('dragstart', (drag) => drag.dataTransfer?.setData('text/plain', event.id))
  return item
}

function cell(start: Date, isAllDay: boolean): HTMLElement {
  const until = start.getTime() + (isAllDay ? DAY_MS : HOUR_MS)
  const inside = events.filter((event) => {
    const at = startOf(event).getTime()
    return (event.start.date !== undefined) === isAllDay && at >= start.getTime() && at < until
  })
  const element = createElement('td', {}, ...inside.map(chip))
  element.addEventListener('dragover', (drag) => drag.preventDefault())
  element.addEventListener('drop', (drop) => {
    drop.preventDefault()
    move(drop.dataTransfer?.getData('text/plain') ?? '', start, isAllDay)
  })
  if (!isAllDay) element.addEventListener('click', () => add(start))
  return element
}

function render(): void {
  const days = Array.from(
    { length: 7 },
    (_, day) => new Date(week.getFullYear(), week.getMonth(), week.getDate() + day),
  )
  const name = (day: Date) => day.toLocaleDateString([], { weekday: 'short', month: 'short', day: 'numeric' })
  byId('week').textContent = `Week of ${week.toLocaleDateString([], { dateStyle: 'medium' })}`
  const hours = Array.from({ length: LAST_HOUR - FIRST_HOUR }, (_, index) => FIRST_HOUR + index)
  byId('grid').replaceChildren(
    createElement(
      'tr',
      {},
      createElement('th'),
      ...days.map((day) => createElement('th', { scope: 'col' }, name(day))),
    ),
    createElement('tr', {}, createElement('th', { scope: 'row' }, 'All day'), ...days.map((day) => cell(day, true))),
    ...hours.map((hour) =>
      createElement(
        'tr',
        {},
        createElement('th', { scope: 'row' }, `${hour}:00`),
        ...days.map((day) => cell(new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour), false)),
      ),
    ),
  )
  byId('calendars-empty').hidden = accounts.length > 0
}

async function load(): Promise<void> {
  const answer: { accounts: Account[] } = await (await fetch('/sandbox/api/google/accounts')).json()
  accounts = answer.accounts
  const value = select.value
  select.replaceChildren(
    ...accounts.map(({ email, calendars }) => {
      const group = createElement('optgroup', { label: email })
      group.append(...calendars.map(({ id, summary }) => createElement('option', { value: id }, summary)))
      return group
    }),
  )
  if (value) select.value = value
  events = []
  if (chosen()) {
    const timeMax = new Date(week.getTime() + 8 * DAY_MS).toISOString()
    const query = new URLSearchParams({ singleEvents: 'true', timeMin: week.toISOString(), timeMax })
    const listed: { items: GoogleEvent[] } = await (await fetch(`/sandbox/api/google${eventsPath()}?${query}`)).json()
    events = listed.items
  }
  render()
}

const turn = (days: number) => {
  week = new Date(week.getFullYear(), week.getMonth(), week.getDate() + days)
  void load()
}
select.addEventListener('change', () => void load())
byId('previous').addEventListener('click', () => turn(-7))
byId('next').addEventListener('click', () => turn(7))
byId('revoke').addEventListener('click', () => {
  const email = chosen()?.email
  if (email) void send('POST', `/accounts/${encodeURIComponent(email)}/revoke`)
})

const source = new EventSource('/sandbox/api/events')
source.onopen = () => void load()
source.onmessage = ({ data }) => {
  const live: (LiveEvent | { type: 'reload' })[] = JSON.parse(data)
  if (live.some(({ type }) => type === 'calendar' || type === 'reload')) void load()
}
