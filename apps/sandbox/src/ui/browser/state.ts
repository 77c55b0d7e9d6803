import type { PhoneMessage } from '../../api/phone-message.ts'
import type { WebhookEntry } from '../../api/webhook-entry.ts'
import type { Fault } from '../../store/faults.ts'
import type { ListedNumber, ListedPhone } from './api.ts'

export interface State {
  phones: ListedPhone[]
  numbers: ListedNumber[]
  faults: Fault[]
  /** Newest first. */
  webhooks: WebhookEntry[]
  search: string
  selected: string | null
  /** The selected phone's texts, oldest first. */
  messages: PhoneMessage[]
  /** The business number the selected phone writes to. */
  number: string | null
}

export const state: State = {
  phones: [],
  numbers: [],
  faults: [],
  webhooks: [],
  search: '',
  selected: null,
  messages: [],
  number: null,
}

const renderers: (() => void)[] = []
let isScheduled = false

export const onChange = (render: () => void): void => void renderers.push(render)

/** Batches changes into one render per animation frame. */
export function scheduleRender(): void {
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(() => {
    isScheduled = false
    for (const render of renderers) render()
  })
}

const SEEN = 'sandbox-seen'

const readSeen = (): Record<string, number> => {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? '{}')
  } catch {
    return {}
  }
}

export const isUnread = (phone: ListedPhone): boolean =>
  phone.phone !== state.selected && !phone.isLastInbound && phone.lastMessageId > (readSeen()[phone.phone] ?? 0)

export function markSeen(phone: string): void {
  const messageId = Math.max(0, ...state.messages.map(({ id }) => id))
  if (messageId > 0) localStorage.setItem(SEEN, JSON.stringify({ ...readSeen(), [phone]: messageId }))
}
