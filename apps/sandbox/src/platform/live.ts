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

export interface Live {
  /** `make` runs only when somebody listens. */
  publish(make: () => LiveEvent): void
  subscribe(listener: (event: LiveEvent) => void): () => void
}

/** What happens in the sandbox, told to every open page of its face. */
export function createLive(): Live {
  const listeners = new Set<(event: LiveEvent) => void>()
  return {
    publish(make) {
      if (listeners.size === 0) return
      const event = make()
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
