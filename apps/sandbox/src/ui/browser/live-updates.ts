import type { PhoneMessage } from '../../api/phone-message.ts'
import type { LiveEvent } from '../../platform/event-bus.ts'
import { listFaults, listMessages, listNumbers, listPhones, listWebhooks } from './api.ts'
import { byId } from './dom.ts'
import { markSeen, scheduleRender, state } from './state.ts'

const MAX_WEBHOOKS = 200

export async function loadPhones(): Promise<void> {
  const search = state.search
  const phones = await listPhones(search)
  if (search !== state.search) return
  state.phones = phones
  scheduleRender()
}

export async function openPhone(phone: string): Promise<void> {
  state.selected = phone
  state.messages = []
  scheduleRender()
  const messages = await listMessages(phone)
  if (state.selected !== phone) return
  state.messages = messages
  const last = messages.at(-1)
  state.number = last ? (last.direction === 'inbound' ? last.to : last.from) : (state.numbers[0]?.phoneNumber ?? null)
  markSeen(phone)
  scheduleRender()
}

async function loadAll(): Promise<void> {
  const [numbers, faults, webhooks] = await Promise.all([listNumbers(), listFaults(), listWebhooks(), loadPhones()])
  Object.assign(state, { numbers, faults, webhooks })
  const selected = state.selected ?? state.phones[0]?.phone
  if (selected) await openPhone(selected)
  scheduleRender()
}

let isReloading = false
const throttledLoadPhones = () => {
  if (isReloading) return
  isReloading = true
  setTimeout(() => {
    isReloading = false
    void loadPhones()
  }, 300)
}

function applyMessage(message: PhoneMessage): void {
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
    throttledLoadPhones()
    return
  }
  if (message.id < listed.lastMessageId) return
  listed.lastMessageId = message.id
  listed.lastText = message.body || 'Picture'
  listed.lastAt = message.createdAt
  listed.isLastInbound = isInbound
  state.phones.sort((a, b) => b.lastMessageId - a.lastMessageId || b.createdAt - a.createdAt)
}

function applyEvent(event: LiveEvent | { type: 'reload' }): void {
  if (event.type === 'message') applyMessage(event.message)
  else if (event.type === 'faults') state.faults = event.faults
  else if (event.type === 'phone') throttledLoadPhones()
  else if (event.type === 'numbers')
    void listNumbers().then((numbers) => Object.assign(state, { numbers }) && scheduleRender())
  else if (event.type === 'webhook') {
    const others = state.webhooks.filter(({ id }) => id !== event.webhook.id)
    state.webhooks = [event.webhook, ...others].sort((a, b) => b.id - a.id).slice(0, MAX_WEBHOOKS)
  } else if (event.type === 'reload') void loadAll()
}

/** Applies live events; reloads everything after a reconnect. */
export function connect(): void {
  const connection = byId('connection')
  const show = (value: 'live' | 'connecting', text: string) => {
    connection.dataset.state = value
    connection.textContent = text
  }
  const source = new EventSource('/sandbox/api/events')
  source.onopen = () => {
    show('live', 'Live')
    void loadAll()
  }
  source.onerror = () => show('connecting', 'Reconnecting')
  source.onmessage = ({ data }) => {
    const events: (LiveEvent | { type: 'reload' })[] = JSON.parse(data)
    for (const event of events) applyEvent(event)
    scheduleRender()
  }
}
