import type { LiveEvent } from '../../platform/event-bus.ts'
import type { Attachment, Mail } from '../../store/mails.ts'
import { byId, createElement } from './dom.ts'
import { shortDate } from './format-time.ts'

let mails: Mail[] = []
let selected: number | undefined

const search = byId('to', HTMLInputElement)

function show(mail: Mail): void {
  selected = mail.id
  byId('mail-subject').textContent = mail.subject || 'No subject'
  byId('mail-people').textContent = `${mail.from} to ${mail.to.join(', ')}`
  byId('mail-empty').hidden = true
  const frame = byId('mail-html', HTMLIFrameElement)
  frame.hidden = mail.html === null
  if (mail.html !== null) frame.src = `/sandbox/api/mails/${mail.id}/html`
  const plain = byId('mail-plain', HTMLDetailsElement)
  plain.hidden = false
  plain.open = mail.html === null
  byId('mail-text').textContent = mail.text
  byId('mail-attachments').replaceChildren(...mail.attachments.map(attachmentView))
  renderList()
}

const attachmentView = ({ filename, contentType, content }: Attachment): HTMLElement =>
  createElement(
    'details',
    {},
    createElement('summary', {}, `${filename} (${contentType})`),
    createElement('pre', {}, content),
  )

function row(mail: Mail): HTMLElement {
  const button = createElement(
    'button',
    { type: 'button', class: 'phone mail', 'aria-current': mail.id === selected ? 'true' : undefined },
    createElement(
      'span',
      { class: 'phone-text' },
      createElement('span', { class: 'phone-name' }, mail.subject || 'No subject'),
      createElement('span', { class: 'phone-last' }, mail.to.join(', ')),
    ),
    createElement(
      'span',
      { class: 'phone-side' },
      createElement('time', { datetime: mail.createdAt }, shortDate(mail.createdAt)),
    ),
  )
  button.addEventListener('click', () => show(mail))
  return createElement('li', {}, button)
}

function renderList(): void {
  byId('mail-list').replaceChildren(...mails.map(row))
  const empty = byId('mails-empty')
  empty.hidden = mails.length > 0
  empty.textContent = search.value ? 'No emails to this address.' : 'No emails yet. Emails from Frontdesk show up here.'
}

async function load(): Promise<void> {
  const to = search.value.trim()
  const response = await fetch(`/sandbox/api/mails${to ? `?to=${encodeURIComponent(to)}` : ''}`)
  if (to !== search.value.trim()) return
  const body: { mails: Mail[] } = await response.json()
  mails = body.mails
  renderList()
}

search.addEventListener('input', () => void load())
const source = new EventSource('/sandbox/api/events')
source.onopen = () => void load()
source.onmessage = ({ data }) => {
  const events: (LiveEvent | { type: 'reload' })[] = JSON.parse(data)
  if (events.some(({ type }) => type === 'mail' || type === 'reload')) void load()
}
