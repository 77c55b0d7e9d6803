import type { PhoneMessage } from '../api/phone-message.ts'
import type { WebhookEntry } from '../api/webhook-entry.ts'
import type { Fault } from '../store/faults.ts'
import type { ListedMail } from '../store/mails.ts'
import type { Phone } from '../store/phones.ts'

export type LiveEvent =
  | { type: 'message'; message: PhoneMessage }
  | { type: 'phone'; phone: Phone }
  | { type: 'numbers' }
  | { type: 'faults'; faults: Fault[] }
  | { type: 'webhook'; webhook: WebhookEntry }
  | { type: 'mail'; mail: ListedMail }
  | { type: 'calendar' }
  | { type: 'stripe' }

export interface EventBus {
  /** Calls `buildEvent` only when there are listeners. */
  publish(buildEvent: () => LiveEvent): void
  subscribe(listener: (event: LiveEvent) => void): () => void
}

/** Publishes what happens in the sandbox to every open page of its UI. */
export function createEventBus(): EventBus {
  const listeners = new Set<(event: LiveEvent) => void>()
  return {
    publish(buildEvent) {
      if (listeners.size === 0) return
      const event = buildEvent()
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
