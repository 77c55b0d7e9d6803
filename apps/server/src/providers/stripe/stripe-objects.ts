import type { DisputeState, PayoutState } from '@frontdesk/contract/rules'
import type Stripe from 'stripe'
import type {
  Reference,
  RemoteCard,
  RemoteCardSetup,
  RemoteCheckout,
  RemoteDispute,
  RemotePayment,
  RemotePayout,
  RemoteRefund,
  RemoteTransaction,
} from '../../modules/payment-accounts/index.ts'

export const toInstant = (seconds: number): string => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString()
const toDay = (seconds: number): string => toInstant(seconds).slice(0, 10)
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

export const toMetadata = ({
  tenantId,
  documentId,
  rowId,
}: {
  tenantId: string
  documentId: string | null
  rowId: string
}) => ({ tenant: tenantId, ...(documentId && { document: documentId }), row: rowId })

const toReference = (metadata: Stripe.Metadata | null): Reference => ({
  tenantId: metadata?.tenant ?? null,
  documentId: metadata?.document ?? null,
  rowId: metadata?.row ?? null,
})

export const toTransaction = (transaction: Stripe.BalanceTransaction): RemoteTransaction => ({
  id: transaction.id,
  type: transaction.type,
  amount: transaction.amount,
  feeAmount: transaction.fee,
  currency: transaction.currency.toUpperCase(),
  sourceId: idOf(transaction.source),
  createdAt: toInstant(transaction.created),
})

export function toCheckout(session: Stripe.Checkout.Session): RemoteCheckout {
  const { id, url, status, payment_intent, metadata, setup_intent: setup } = session
  const method = setup && typeof setup === 'object' && setup.status === 'succeeded' ? setup.payment_method : null
  const customerId = setup && typeof setup === 'object' ? (idOf(setup.customer) ?? idOf(session.customer)) : null
  return {
    id,
    url,
    state: status === 'complete' ? 'completed' : status === 'expired' ? 'expired' : 'open',
    intentId: idOf(payment_intent),
    reference: toReference(metadata),
    card: method && typeof method === 'object' && customerId ? toCard(method, customerId) : null,
  }
}

export const toCardSetup = ({
  metadata,
  status,
  last_setup_error: error,
  latest_attempt: attempt,
}: Stripe.SetupIntent): RemoteCardSetup => ({
  reference: toReference(metadata),
  declinedAttempt: error && status !== 'succeeded' ? idOf(attempt) : null,
})

function toCard({ id, card }: Stripe.PaymentMethod, customerId: string): RemoteCard | null {
  if (!card) return null
  const month = Temporal.PlainYearMonth.from({ year: card.exp_year, month: card.exp_month })
  const expiresOn = month.toPlainDate({ day: 31 }).toString()
  return { methodId: id, customerId, brand: card.brand, last4: card.last4, expiresOn }
}

export function toPayment(intent: Stripe.PaymentIntent): RemotePayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const transaction = charge?.balance_transaction
  const details = charge?.payment_method_details
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null
  const card = details?.card ?? method?.card
  const debit = details?.us_bank_account ?? details?.sepa_debit ?? details?.acss_debit ?? details?.bacs_debit
  const customerId = idOf(intent.customer)
  const error = intent.last_payment_error
  return {
    intentId: intent.id,
    state: stateOf(intent),
    amount: intent.amount,
    currency: intent.currency.toUpperCase(),
    reference: toReference(intent.metadata),
    chargeId: idOf(intent.latest_charge),
    transaction: transaction && typeof transaction === 'object' ? toTransaction(transaction) : null,
    refundedAmount: charge?.amount_refunded ?? 0,
    method: card ? 'card' : debit ? 'bank-debit' : 'card',
    brand: card?.brand ?? (debit && 'bank_name' in debit ? debit.bank_name : null),
    last4: card?.last4 ?? debit?.last4 ?? null,
    card: intent.setup_future_usage && method && customerId ? toCard(method, customerId) : null,
    failure:
      error && intent.status !== 'succeeded'
        ? {
            attempt: error.charge ?? idOf(intent.latest_charge) ?? intent.id,
            code: error.decline_code ?? error.code ?? 'processing_error',
            reason: error.message ?? '',
          }
        : null,
  }
}

function stateOf({ status, last_payment_error: error }: Stripe.PaymentIntent): RemotePayment['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded'
    case 'processing':
      return 'processing'
    case 'canceled':
      return 'cancelled'
    default:
      return error ? 'failed' : 'waiting'
  }
}

const REFUND_STATES: Record<string, RemoteRefund['state']> = {
  requires_action: 'requires-action',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
}

export const toRefund = (refund: Stripe.Refund): RemoteRefund => ({
  id: refund.id,
  state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
  amount: refund.amount,
  currency: refund.currency.toUpperCase(),
  intentId: idOf(refund.payment_intent),
  reference: toReference(refund.metadata),
  transactionId: idOf(refund.balance_transaction),
  failureTransactionId: idOf(refund.failure_balance_transaction),
  // A code, which reads like words: expired_or_canceled_card.
  failureReason: refund.failure_reason?.replaceAll('_', ' ') ?? null,
})

const DISPUTE_STATES: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  needs_response: 'needs-response',
  under_review: 'under-review',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
}

export const toDispute = (dispute: Stripe.Dispute): RemoteDispute => ({
  id: dispute.id,
  intentId: idOf(dispute.payment_intent),
  state: DISPUTE_STATES[dispute.status] ?? 'needs-response',
  amount: dispute.amount,
  currency: dispute.currency.toUpperCase(),
  reason: dispute.reason,
  evidenceDueAt: dispute.evidence_details.due_by ? toInstant(dispute.evidence_details.due_by) : null,
  isSubmitted: dispute.evidence_details.submission_count > 0,
  transactions: dispute.balance_transactions.map(toTransaction),
  createdAt: toInstant(dispute.created),
})

const PAYOUT_STATES: Record<string, PayoutState> = {
  in_transit: 'in-transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
}

export const toPayout = (payout: Stripe.Payout): RemotePayout => ({
  id: payout.id,
  state: PAYOUT_STATES[payout.status] ?? 'pending',
  amount: payout.amount,
  currency: payout.currency.toUpperCase(),
  arrivesOn: toDay(payout.arrival_date),
  failureReason: payout.failure_message,
  isAutomatic: payout.automatic,
  transactionId: idOf(payout.balance_transaction),
  failureTransactionId: idOf(payout.failure_balance_transaction),
  createdAt: toInstant(payout.created),
})
