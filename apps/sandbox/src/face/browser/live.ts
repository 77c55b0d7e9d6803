import type { PhoneMessage } from '../../api/phone-message.ts'
import type { LiveEvent } from '../../platform/live.ts'
import { listFaults, listMessages, listNumbers, listPhones, listWebhooks } from './api.ts'
import { byId } from './dom.ts'
import { changed, markSeen, state } from './state.ts'

const MAX_WEBHOOKS = 200

export async function loadPhones(): Promise<void> {
  const search = state.search
  const phones = await listPhones(search)
  if (search !== state.search) return
  state.phones = phones
  changed()
}

export async function openPhone(phone: string): Promise<void> {
  state.selected = phone
  state.messages = []
  changed()
  const messages = await listMessages(phone)
  if (state.selected !== phone) return
  state.messages = messages
  const last = messages.at(-1)
  state.number = last ? (last.direction === 'inbound' ? last.to : last.from) : (state.numbers[0]?.phoneNumber ?? null)
  markSeen(phone)
  changed()
}

export async function loadEverything(): Promise<void> {
  const [numbers, faults, webhooks] = await Promise.all([listNumbers(), listFaults(), listWebhooks(), loadPhones()])
  Object.assign(state, { numbers, faults, webhooks })
  const selected = state.selected ?? state.phones[0]?.phone
  if (selected) await openPhone(selected)
  changed()
}

let isReloading = false
const reloadPhonesSoon = () => {
  if (isReloading) return
  isReloading = true
  setTimeout(() => {
    isReloading = false
    void loadPhones()
  }, 300)
}

function takeMessage(message: PhoneMessage): void {
  const isInbound = message.direction === 'inbound'
  const phone = isInbound ? message.from : message.to
  if (phone === state.selected) {
    const index = state.messages.findIndex(({ id }) => id === message.id)
    if (index >= 0) state.messages[index] = message
    else state.messages.push(message)
    markSeen(phone)
  }
  const listed = state.phones.find((candidate) => candidate.phone === phone)
  if (!listed) {
    reloadPhonesSoon()
    return
  }
  if (message.id < listed.lastMessageId) return
  listed.lastMessageId = message.id
  listed.lastText = message.body || 'Picture'
  listed.lastAt = message.createdAt
  listed.isLastInbound = isInbound
  state.phones.sort((a, b) => b.lastMessageId - a.lastMessageId || b.createdAt - a.createdAt)
}

function take(event: LiveEvent | { type: 'reload' }): void {
  if (event.type === 'message') takeMessage(event.message)
  else if (event.type === 'faults') state.faults = event.faults
  else if (event.type === 'phone') reloadPhonesSoon()
  else if (event.type === 'numbers')
    void listNumbers().then((numbers) => Object.assign(state, { numbers }) && changed())
  else if (event.type === 'webhook') {
    const others = state.webhooks.filter(({ id }) => id !== event.webhook.id)
    state.webhooks = [event.webhook, ...others].sort((a, b) => b.id - a.id).slice(0, MAX_WEBHOOKS)
  } else void loadEverything()
}

/** Everything that happens shows at once; after a lost connection everything is read again. */
export function goLive(): void {
  const connection = byId('connection')
  const show = (value: 'live' | 'connecting', text: string) => {
    connection.dataset.state = value
    connection.textContent = text
  }
  const source = new EventSource('/sandbox/api/events')
  source.onopen = () => {
    show('live', 'Live')
    void loadEverything()
  }
  source.onerror = () => show('connecting', 'Reconnecting')
  source.onmessage = ({ data }) => {
    for (const event of JSON.parse(data) as LiveEvent[]) take(event)
    changed()
  }
}
