import type Stripe from 'stripe'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { addTransaction } from './balance.ts'
import { DAY_MS, secondsOf } from './clock.ts'
import { centsIn } from './currencies.ts'
import { changeObject, emitEvent } from './emit-event.ts'
import { makeStripeId } from './ids.ts'
import { Created, Flag, Metadata, mergeMetadata, Page, Text } from './parameters.ts'
import { partial } from './partial.ts'
import { access, listObjects, route, type StripeRoute } from './route.ts'
import { invalidRequest } from './stripe-error.ts'

const DISPUTE_FEE_CENTS = 1500
const RESPONSE_SECONDS = (7 * DAY_MS) / 1000

const EVIDENCE_FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
]
const EVIDENCE_TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
]
const EVIDENCE = [...EVIDENCE_FILES, ...EVIDENCE_TEXTS]

const Evidence = z.strictObject(Object.fromEntries(EVIDENCE.map((field) => [field, z.string().max(20_000).optional()])))

export const disputeRoutes: StripeRoute[] = [
  route(
    'GET',
    '/disputes',
    z.strictObject({ ...Page, ...Created, charge: Text.optional(), payment_intent: Text.optional() }),
    (call) =>
      listObjects(call, 'dispute', '/v1/disputes', call.input, {
        equal: { charge: call.input.charge, payment_intent: call.input.payment_intent },
        ranges: { created: call.input.created },
      }),
  ),
  route('GET', '/disputes/:id', z.strictObject({}), (call) => access(call, 'dispute', call.path('id'), 'dispute')),
  route(
    'POST',
    '/disputes/:id',
    z.strictObject({ evidence: Evidence.optional(), metadata: Metadata.optional(), submit: Flag.default(true) }),
    (call) => {
      const { context, accountId, input } = call
      const dispute = access(call, 'dispute', call.path('id'), 'dispute')
      if (!isOpen(dispute.status)) throw invalidRequest('This dispute is already closed.')
      for (const field of EVIDENCE_FILES) {
        const file = input.evidence?.[field]
        if (file) access(call, 'file', file, `evidence[${field}]`)
      }
      const evidence = partial<Stripe.Dispute.Evidence>({ ...dispute.evidence, ...input.evidence })
      const isSubmitted = input.submit && input.evidence !== undefined
      const changed = changeObject<'dispute'>(
        context,
        accountId,
        dispute,
        {
          evidence,
          evidence_details: {
            ...dispute.evidence_details,
            has_evidence: EVIDENCE.some((field) => evidence[field as keyof Stripe.Dispute.Evidence] !== null),
            submission_count: dispute.evidence_details.submission_count + (isSubmitted ? 1 : 0),
          },
          ...(input.metadata && { metadata: mergeMetadata(dispute.metadata, input.metadata) }),
          ...(isSubmitted && {
            status: dispute.status.startsWith('warning')
              ? ('warning_under_review' as const)
              : ('under_review' as const),
          }),
        },
        'charge.dispute.updated',
      )
      // Stripe’s test mode decides by this text. https://docs.stripe.com/testing#disputes
      if (isSubmitted && evidence.uncategorized_text === 'winning_evidence')
        return closeDispute(context, accountId, dispute.id, 'won')
      if (isSubmitted && evidence.uncategorized_text === 'losing_evidence')
        return closeDispute(context, accountId, dispute.id, 'lost')
      return changed
    },
  ),
  route('POST', '/disputes/:id/close', z.strictObject({}), (call) => {
    access(call, 'dispute', call.path('id'), 'dispute')
    return closeDispute(call.context, call.accountId, call.path('id'), 'lost')
  }),
]

const isOpen = (status: string): boolean => status.endsWith('needs_response') || status.endsWith('under_review')

export const DISPUTE_REASONS = [
  'fraudulent',
  'product_not_received',
  'duplicate',
  'product_unacceptable',
  'credit_not_processed',
  'general',
] as const
export type DisputeReason = (typeof DISPUTE_REASONS)[number] | 'inquiry'

/** The bank takes the money back, with a fee; an inquiry only asks. */
export function openDispute(
  context: SandboxContext,
  accountId: string,
  chargeId: string,
  reason: DisputeReason,
): Stripe.Dispute {
  const charge = access({ context, accountId }, 'charge', chargeId)
  const amount = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded' || charge.disputed || amount === 0)
    throw invalidRequest('Only a charge that succeeded, and is neither disputed nor refunded, can be disputed.')
  const isInquiry = reason === 'inquiry'
  const created = secondsOf(context, accountId)
  const dispute: Stripe.Dispute = {
    id: makeStripeId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: partial<Stripe.Dispute.Evidence>({
      ...Object.fromEntries(EVIDENCE.map((field) => [field, null])),
      enhanced_evidence: {},
    }),
    evidence_details: partial<Stripe.Dispute.EvidenceDetails>({
      due_by: created + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    }),
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: partial<Stripe.Dispute.PaymentMethodDetails>({
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    }),
    reason: isInquiry ? 'general' : reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  context.stripe.add(accountId, 'dispute', dispute)
  context.stripe.save({ ...charge, disputed: true })
  const withdrawn = isInquiry
    ? dispute
    : addMoney(context, accountId, dispute, {
        amount: -amount,
        category: 'dispute',
        fee: centsIn(DISPUTE_FEE_CENTS, charge.currency),
        description: `Chargeback withdrawal for ${charge.id}`,
      })
  emitEvent(context, accountId, 'charge.dispute.created', withdrawn)
  if (!isInquiry) emitEvent(context, accountId, 'charge.dispute.funds_withdrawn', withdrawn)
  return withdrawn
}

function addMoney(
  context: SandboxContext,
  accountId: string,
  dispute: Stripe.Dispute,
  { amount, category, fee, description }: { amount: number; category: string; fee: number; description: string },
): Stripe.Dispute {
  const transaction = addTransaction(context, accountId, {
    amount,
    currency: dispute.currency,
    type: 'adjustment',
    category,
    source: dispute.id,
    description,
    fees: fee > 0 ? [{ amount: fee, description: 'Dispute fee' }] : [],
  })
  const changed = { ...dispute, balance_transactions: [...dispute.balance_transactions, transaction] }
  context.stripe.save(changed)
  return changed
}

/** The bank decides, or changes its decision in favor of the business. A won dispute returns the money, not the fee. */
export function closeDispute(
  context: SandboxContext,
  accountId: string,
  id: string,
  outcome: 'won' | 'lost',
): Stripe.Dispute {
  const dispute = access({ context, accountId }, 'dispute', id)
  if (!isOpen(dispute.status) && (dispute.status !== 'lost' || outcome === 'lost'))
    throw invalidRequest('This dispute is already closed.')
  const isInquiry = dispute.status.startsWith('warning')
  const isReturned = outcome === 'won' && !isInquiry
  const settled = isReturned
    ? addMoney(context, accountId, dispute, {
        amount: dispute.amount,
        category: 'dispute_reversal',
        fee: 0,
        description: `Chargeback reversal for ${dispute.charge}`,
      })
    : dispute
  const closed: Stripe.Dispute = { ...settled, status: isInquiry ? 'warning_closed' : outcome }
  context.stripe.save(closed)
  if (isInquiry) {
    const charge = context.stripe.find(accountId, 'charge', String(dispute.charge))
    if (charge) context.stripe.save({ ...charge, disputed: false })
  }
  emitEvent(context, accountId, 'charge.dispute.closed', closed, { status: dispute.status })
  if (isReturned) emitEvent(context, accountId, 'charge.dispute.funds_reinstated', closed)
  return closed
}
