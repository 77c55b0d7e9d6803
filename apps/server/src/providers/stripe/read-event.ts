import Stripe from 'stripe'
import type { EventSubject, RemoteEvent, WebhookEndpoint } from '../../modules/payment-accounts/index.ts'
import type { StripeConfig } from '../../platform/config.ts'
import { idOf, toInstant } from './stripe-objects.ts'

/** https://docs.stripe.com/webhooks#verify-official-libraries */
const TOLERANCE_SECONDS = 300

interface EventObject {
  id?: string | undefined
  object?: string
  payment_intent?: string | { id: string } | null
}

const SUBJECTS: readonly (readonly [RegExp, EventSubject])[] = [
  [/^account\.application\.(de)?authorized$/, 'access'],
  [/^(account\.(updated|external_account\.\w+)|capability\.updated|balance\.available)$/, 'account'],
  [/^payout\./, 'payout'],
  [/^checkout\.session\./, 'checkout'],
  [/^(refund|charge\.refund)\.\w+$/, 'refund'],
  [/^charge\.dispute\./, 'dispute'],
  [/^payment_intent\.(succeeded|payment_failed|processing|canceled)$/, 'payment'],
  // The money of some payments is booked after they have succeeded.
  [/^charge\.(updated|refunded)$/, 'payment'],
  [/^setup_intent\.setup_failed$/, 'card-setup'],
  [/^payment_method\.detached$/, 'card'],
]

/** The object to fetch for an event. A charge is fetched with its payment intent. */
function subjectOf(type: string, object: EventObject, accountId: string | null): RemoteEvent['subject'] {
  const kind = SUBJECTS.find(([pattern]) => pattern.test(type))?.[1]
  if (!kind) return null
  const id =
    kind === 'account' || kind === 'access'
      ? accountId
      : kind === 'payment' && object.object === 'charge'
        ? idOf(object.payment_intent)
        : object.id
  return id ? { kind, id } : null
}

/** Null: not signed with a secret of the endpoint, or too old. */
export function readEvent(
  { platformWebhookSecrets, connectWebhookSecrets }: StripeConfig,
  endpoint: WebhookEndpoint,
  body: string,
  signature: string,
  now: string,
): RemoteEvent | null {
  const secrets = endpoint === 'platform' ? platformWebhookSecrets : connectWebhookSecrets
  const receivedAt = Temporal.Instant.from(now).epochMilliseconds
  for (const secret of secrets) {
    try {
      const event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt)
      const object: EventObject = event.data.object
      const accountId = event.account ?? (object.object === 'account' ? (object.id ?? null) : null)
      return {
        id: event.id,
        type: event.type,
        accountId,
        subject: subjectOf(event.type, object, accountId),
        isLive: event.livemode,
        createdAt: toInstant(event.created),
      }
    } catch {
      // Signed with another secret, or not at all.
    }
  }
  return null
}
