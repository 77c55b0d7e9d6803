import { shift } from '../../platform/clock.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { syncAccountSpec } from '../payment-accounts/index.ts'
import { paymentChanged } from '../payment-documents/events.ts'

/** Several payments are one request to the provider. */
const BALANCE_DELAY_MS = 30_000

/**
 * Reads the balance again a little after a payment. Not enqueued by the payment itself: the job has one key for each
 * business, so that payments at once would wait for each other.
 */
export const readBalanceAfterPayment = subscribe(paymentChanged, ({ tenantId, at, data }) =>
  data.kind === 'request' && data.change === 'paid' ? [syncAccountSpec(tenantId, shift(at, BALANCE_DELAY_MS))] : [],
)
