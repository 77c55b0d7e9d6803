import type { PhoneMessage } from '../../api/phone-message.ts'
import { byId, createElement } from './dom.ts'
import { dayOf, timeOf } from './format-time.ts'
import { onChange, state } from './state.ts'

const isMine = (message: PhoneMessage) => message.direction === 'inbound'
const isLost = ({ status }: PhoneMessage) => status === 'failed' || status === 'undelivered'

const STATUS_TEXTS: Record<PhoneMessage['status'], string> = {
  queued: 'Sending',
  sending: 'Sending',
  sent: 'Sending',
  delivered: 'Delivered',
  undelivered: 'Undelivered',
  failed: 'Failed',
  canceled: 'Canceled',
  received: 'Sent',
}

function describe(message: PhoneMessage): string {
  if (!isMine(message))
    return STATUS_TEXTS[message.status] + (message.errorCode === null ? '' : ` (${message.errorCode})`)
  const webhook = state.webhooks.find(({ kind, messageSid }) => kind === 'inbound' && messageSid === message.sid)
  if (webhook?.state === 'delivered') return 'Delivered'
  if (webhook?.state === 'failed') return 'The business rejected it'
  if (webhook?.state === 'dropped') return 'Its webhook was dropped'
  return STATUS_TEXTS[message.status]
}

function makeBubble(message: PhoneMessage): HTMLElement {
  const side = isMine(message) ? ' mine' : ''
  const bubble = createElement('div', { class: `bubble${side}${isLost(message) ? ' lost' : ''}` })
  for (const { url, contentType } of message.media) {
    if (contentType.startsWith('image/'))
      bubble.append(createElement('img', { src: url, alt: 'Picture', loading: 'lazy' }))
    else bubble.append(createElement('a', { href: url, download: true }, `File (${contentType})`))
  }
  if (message.body) bubble.append(message.body)
  return bubble
}

let shown = ''

function render(): void {
  const thread = byId('thread')
  const messages = state.messages.filter((message) => (isMine(message) ? message.to : message.from) === state.number)
  const lines = messages.map((message) => [message.id, describe(message), message.media.length])
  const signature = JSON.stringify([state.selected, state.number, lines])
  if (signature === shown) return
  shown = signature

  const isAtEnd = thread.scrollHeight - thread.scrollTop - thread.clientHeight < 80
  const items: HTMLElement[] = []
  let day = ''
  for (const [index, message] of messages.entries()) {
    if (dayOf(message.createdAt) !== day) {
      day = dayOf(message.createdAt)
      items.push(createElement('p', { class: 'day' }, day))
    }
    items.push(makeBubble(message))
    const next = messages[index + 1]
    const isLastOfSide = !next || isMine(next) !== isMine(message) || describe(next) !== describe(message)
    if (isLastOfSide) {
      const isBad = isLost(message) || /not|dropped/.test(describe(message))
      const text = `${timeOf(message.createdAt)} · ${describe(message)}`
      items.push(createElement('p', { class: `meta${isMine(message) ? ' mine' : ''}${isBad ? ' bad' : ''}` }, text))
    }
  }
  if (items.length === 0) items.push(createElement('p', { class: 'day' }, 'No messages yet'))
  thread.replaceChildren(...items)
  if (isAtEnd || thread.dataset.phone !== `${state.selected} ${state.number}`) thread.scrollTop = thread.scrollHeight
  thread.dataset.phone = `${state.selected} ${state.number}`
}

export function startThread(): void {
  const thread = byId('thread')
  // Scrollable without focusable content, so it must be focusable itself for keyboard users.
  thread.tabIndex = 0
  // Pictures grow when they load: stay scrolled to the end.
  thread.addEventListener(
    'load',
    () => {
      if (thread.scrollHeight - thread.scrollTop - thread.clientHeight < 400) thread.scrollTop = thread.scrollHeight
    },
    true,
  )
  onChange(render)
}
