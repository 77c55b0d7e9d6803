import type { ServerResponse } from 'node:http'
import type { DeliveryRunner } from '../carrier/delivery-runner.ts'
import type { accountStore } from '../store/accounts.ts'
import type { faultStore } from '../store/faults.ts'
import type { googleStore } from '../store/google.ts'
import type { mailStore } from '../store/mails.ts'
import type { mediaStore } from '../store/media.ts'
import type { messageStore } from '../store/messages.ts'
import type { modelRequestStore } from '../store/model-requests.ts'
import type { numberStore } from '../store/numbers.ts'
import type { optOutStore } from '../store/opt-outs.ts'
import type { phoneStore } from '../store/phones.ts'
import type { registrationStore } from '../store/registrations.ts'
import type { stripeStore } from '../store/stripe.ts'
import type { webhookStore } from '../store/webhooks.ts'
import type { StripeDeliveries } from '../stripe/deliveries.ts'
import type { WebhookQueue } from '../webhooks/queue.ts'
import type { Database } from './database.ts'
import type { EventBus } from './event-bus.ts'
import type { Origin } from './origin.ts'
import type { PendingCounter } from './pending-counter.ts'

/** The stores and services of one sandbox. */
export interface SandboxContext {
  now: () => number
  statusDelayMs: number
  keywordReplies: boolean
  db: Database
  events: EventBus
  origin: Origin
  accounts: ReturnType<typeof accountStore>
  google: ReturnType<typeof googleStore>
  numbers: ReturnType<typeof numberStore>
  phones: ReturnType<typeof phoneStore>
  messages: ReturnType<typeof messageStore>
  mails: ReturnType<typeof mailStore>
  media: ReturnType<typeof mediaStore>
  modelRequests: ReturnType<typeof modelRequestStore>
  optOuts: ReturnType<typeof optOutStore>
  faults: ReturnType<typeof faultStore>
  registrations: ReturnType<typeof registrationStore>
  stripe: ReturnType<typeof stripeStore>
  webhooks: ReturnType<typeof webhookStore>
  inFlight: PendingCounter
  stripeDeliveries: StripeDeliveries
  queue: WebhookQueue
  /** Connections whose response a fault has dropped; kept so that shutdown can close them. */
  droppedResponses: Set<ServerResponse>
  deliveries: DeliveryRunner
}
