import type Stripe from 'stripe'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { addTransaction } from './balance.ts'
import { clockOf, DAY_MS, secondsOf } from './clock.ts'
import { formatAmount } from './currencies.ts'
import { changeObject, emitEvent } from './emit-event.ts'
import { makeStripeId } from './ids.ts'
import { Amount, Created, Ignored, Metadata, mergeMetadata, Page, Text } from './parameters.ts'
import { access, listObjects, route, type StripeCall, type StripeRoute } from './route.ts'
import { schedulePayout } from './schedule-payout.ts'
import { invalidRequest } from './stripe-error.ts'

const NewRefund = z.strictObject({
  amount: Amount.optional(),
  charge: Text.optional(),
  payment_intent: Text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: Metadata.optional(),
  instructions_email: Text.optional(),
  refund_application_fee: Ignored,
  reverse_transfer: Ignored,
})

export const refundRoutes: StripeRoute[] = [
  route('POST', '/refunds', NewRefund, (call) => createRefund(call, call.input)),
  route(
    'GET',
    '/refunds',
    z.strictObject({ ...Page, ...Created, charge: Text.optional(), payment_intent: Text.optional() }),
    (call) =>
      listObjects(call, 'refund', '/v1/refunds', call.input, {
        equal: { charge: call.input.charge, payment_intent: call.input.payment_intent },
        ranges: { created: call.input.created },
      }),
  ),
  route('GET', '/refunds/:id', z.strictObject({}), (call) => access(call, 'refund', call.path('id'), 'refund')),
  route('POST', '/refunds/:id', z.strictObject({ metadata: Metadata }), (call) => {
    const refund = access(call, 'refund', call.path('id'), 'refund')
    const metadata = mergeMetadata(refund.metadata, call.input.metadata)
    return changeObject<'refund'>(call.context, call.accountId, refund, { metadata }, 'refund.updated')
  }),
  route('POST', '/refunds/:id/cancel', z.strictObject({}), (call) => {
    const refund = access(call, 'refund', call.path('id'), 'refund')
    if (refund.status !== 'requires_action')
      throw invalidRequest('Only refunds that require action can be canceled.', { code: 'refund_not_cancelable' })
    return endRefund(call.context, call.accountId, refund.id, 'canceled')
  }),
]

/** Whether the money of a refund has left, or will. */
const isCounted = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled'

function createRefund(
  call: Pick<StripeCall, 'context' | 'accountId'>,
  input: z.output<typeof NewRefund>,
): Stripe.Refund {
  const { context, accountId } = call
  if ((input.charge === undefined) === (input.payment_intent === undefined))
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  const chargeId =
    input.charge ?? access(call, 'payment_intent', input.payment_intent ?? '', 'payment_intent').latest_charge
  if (typeof chargeId !== 'string')
    throw invalidRequest(`This PaymentIntent (${input.payment_intent}) does not have a successful charge to refund.`)
  const charge = access(call, 'charge', chargeId, 'charge')
  if (charge.status !== 'succeeded')
    throw invalidRequest(`This PaymentIntent (${charge.payment_intent}) does not have a successful charge to refund.`)
  if (charge.disputed && !isRefundableThoughDisputed(context, accountId, charge.id))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = input.amount ?? left
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(left, charge.currency)})`,
      { param: 'amount' },
    )
  const { behavior = {} } = context.stripe.memo(String(charge.payment_method))
  const isCard = charge.payment_method_details?.type === 'card'
  const isPending = behavior.refund === 'is-pending' || !isCard
  const id = makeStripeId(isCard ? 're' : 'pyr')
  const transaction = addTransaction(context, accountId, {
    amount: -amount,
    currency: charge.currency,
    type: isCard ? 'refund' : 'payment_refund',
    category: 'refund',
    source: id,
    description: `REFUND FOR ${charge.description ?? 'CHARGE'}`,
  })
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: secondsOf(context, accountId),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: (isCard
      ? {
          card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
          type: 'card',
        }
      : {
          type: 'us_bank_transfer',
          us_bank_transfer: { reference: null, reference_status: null },
        }) as Stripe.Refund.DestinationDetails,
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(isPending && { pending_reason: 'processing' as const }),
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  context.stripe.add(accountId, 'refund', refund, { settlesAs: behavior.refund === 'fails' ? 'failed' : 'succeeded' })
  emitEvent(context, accountId, 'refund.created', refund)
  countRefunds(context, accountId, charge.id, 'charge.refunded')
  if (isPending || behavior.refund === 'fails')
    context.stripe.schedule({
      accountId,
      kind: 'refund',
      objectId: id,
      dueAt: clockOf(context, accountId) + DAY_MS,
    })
  return refund
}

const isRefundableThoughDisputed = (context: SandboxContext, accountId: string, charge: string): boolean =>
  context.stripe.list(accountId, 'dispute', { equal: { charge } }).every((dispute) => dispute.is_charge_refundable)

/** A charge shows the sum of its refunds that have not failed. */
function countRefunds(context: SandboxContext, accountId: string, chargeId: string, type: string): void {
  const charge = context.stripe.find(accountId, 'charge', chargeId)
  if (!charge) return
  const refunds = context.stripe.list(accountId, 'refund', { equal: { charge: chargeId } })
  const amount = refunds.filter(isCounted).reduce((sum, refund) => sum + refund.amount, 0)
  changeObject<'charge'>(
    context,
    accountId,
    charge,
    { amount_refunded: amount, refunded: amount === charge.amount },
    type,
  )
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** Moves a refund on. One that fails, even after it succeeded, returns its money to the balance. */
export function endRefund(context: SandboxContext, accountId: string, id: string, status: RefundStatus): Stripe.Refund {
  const refund = access({ context, accountId }, 'refund', id)
  if (!isCounted(refund)) throw invalidRequest(`The refund is already ${refund.status}.`)
  context.stripe.unschedule({ accountId, kind: 'refund', objectId: id })
  const hasEnded = status === 'failed' || status === 'canceled'
  const returned = hasEnded
    ? addTransaction(context, accountId, {
        amount: refund.amount,
        currency: refund.currency,
        type: 'refund_failure',
        category: 'refund_failure',
        source: id,
        description: 'REFUND FAILURE',
      })
    : undefined
  const { pending_reason: _, ...rest } = refund
  const ended: Stripe.Refund = {
    ...rest,
    status,
    ...(status === 'pending' && { pending_reason: 'processing' as const }),
    ...(returned && { failure_balance_transaction: returned.id }),
    ...(status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  }
  context.stripe.save(ended)
  emitEvent(context, accountId, status === 'failed' ? 'refund.failed' : 'refund.updated', ended, {
    status: refund.status,
  })
  emitEvent(context, accountId, 'charge.refund.updated', ended, { status: refund.status })
  if (hasEnded) {
    countRefunds(context, accountId, String(refund.charge), 'charge.updated')
    schedulePayout(context, accountId)
  }
  return ended
}
