import { isDeepStrictEqual } from 'node:util'
import type { PaymentDetail, RefundLine } from '@frontdesk/contract/api'
import {
  creditRefundEntries,
  isChargeable,
  type RefundSource,
  type RefundTarget,
  refundableAmount,
  refundEntries,
} from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { invalidInput } from '../../platform/paging.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { lockDocument } from './access.ts'
import { announcePayment } from './announce-payment.ts'
import { chooseCardPayment, hasOpenDispute, submitRefundSpec } from './card-refunds.ts'
import { changeDocument, type PaymentAuthor } from './change-document.ts'
import { getDetail } from './get-detail.ts'
import { findCreditToUse, ofCredit } from './lock-credit.ts'
import { allocateRefund, type RefundAllocation } from './refund-lines.ts'
import { decideRequest, isRefundRequested, needsApproval, requestRefund } from './refund-requests.ts'
import { type DocumentRow, moneyOf } from './rows.ts'
import { audit } from './update-status.ts'

export interface RefundRequest {
  id: string
  clientRefundId: string
  amount: number
  source: RefundSource
  target: RefundTarget
  lines?: RefundLine[] | undefined
  reason: string
}

/**
 * Gives back what was paid, or credit of the contact; above the limit of the business it asks a second person. A
 * repeated request changes nothing.
 */
export async function refundDocument(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  request: RefundRequest,
  { isApproved = false } = {},
): Promise<PaymentDetail> {
  const which = { id: request.id, kind: 'request' } as const
  const { amount, source, target, lines } = request
  if (source === 'credit' && target === 'credit') throw invalidInput('target', 'Credit cannot be refunded as credit')
  if (source === 'credit' && lines) throw invalidInput('lines', 'A refund of credit cannot choose lines')
  const document = await lockDocument(tx, actor, which)
  const repeated = await findByClientId(tx, request.clientRefundId)
  if (repeated) {
    const isSame = repeated.documentId === document.id && Number(repeated.amount) === amount
    const isForSame = isSame && isDeepStrictEqual(repeated.chosenLines ?? undefined, lines)
    if (!isForSame || repeated.source !== source || repeated.target !== target)
      throw new AppError('ClientPaymentIdReused')
    return getDetail(tx, actor, which)
  }
  if (target === 'card' && !isChargeable(amount, document.currency))
    throw invalidInput('amount', 'The last decimal must be 0')
  if (!isApproved && (await isWaiting(tx, actor, document, request))) return getDetail(tx, actor, which)
  const after = await (source === 'credit'
    ? refundCredit(tx, actor, document, request)
    : refundPayment(tx, actor, document, request))
  await audit(tx, actor, after, 'payment.refunded', amount)
  // Paying out credit does not change the document.
  if (source === 'payment') await announcePayment(deps, tx, actor, after, { kind: 'refunded', amount })
  return getDetail(tx, actor, which)
}

/** Whether the refund waits for a second person. Asks for it, if it could be made now. */
async function isWaiting(tx: TenantTx, actor: Actor, document: DocumentRow, request: RefundRequest): Promise<boolean> {
  if (await isRefundRequested(tx, document, request)) return true
  if (request.source === 'credit') await findCreditToUse(tx, actor, document, request.amount)
  else {
    await assertRefundable(tx, document, request.amount)
    await allocateRefund(tx, document, request)
  }
  if (!(await needsApproval(tx, document, request))) return false
  await requestRefund(tx, actor, document, request)
  return true
}

const findByClientId = (tx: TenantTx, clientRefundId: string) =>
  tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('clientRefundId', '=', clientRefundId)
    .select(['documentId', 'amount', 'source', 'target', 'chosenLines'])
    .executeTakeFirst()

const NOTHING: RefundAllocation = { taken: { netAmount: 0, taxAmounts: [], tipAmount: 0 }, lines: [] }

export async function refundPayment(
  tx: TenantTx,
  actor: PaymentAuthor,
  document: DocumentRow,
  request: RefundRequest,
): Promise<DocumentRow> {
  await assertRefundable(tx, document, request.amount)
  const taken = await allocateRefund(tx, document, request)
  const id = await insertRefund(tx, actor, document, request, taken)
  return changeDocument(tx, actor, document, {
    postings: [
      { kind: 'refund', source: `refund:${id}`, entries: refundEntries(taken.taken, accountOf(request.target)) },
    ],
    activity: activityOf(request),
  })
}

async function assertRefundable(tx: TenantTx, document: DocumentRow, amount: number): Promise<void> {
  const money = moneyOf(document)
  const isLost = money.disputedAmount >= money.paidAmount + money.tipAmount
  // A bank decides about the money now, or has taken all of it.
  if (isLost || (await hasOpenDispute(tx, document))) throw new AppError('PaymentStatusWrong')
  const refundable = refundableAmount(money)
  if (amount > refundable) throw new AppError('RefundTooHigh', { refundableAmount: refundable })
}

const accountOf = (target: RefundTarget) => (target === 'card' ? 'provider' : target)

async function refundCredit(
  tx: TenantTx,
  actor: Actor,
  document: DocumentRow,
  request: RefundRequest,
): Promise<DocumentRow> {
  const credits = await findCreditToUse(tx, actor, document, request.amount)
  const id = await insertRefund(tx, actor, document, request, NOTHING)
  return changeDocument(tx, actor, document, {
    postings: credits.map((credit) => ({
      ...{ kind: 'credit-refund' as const, ...ofCredit(`refund:${id}`, credit) },
      entries: creditRefundEntries(credit.amount, request.target === 'card' ? 'provider' : 'cash'),
    })),
    activity: activityOf(request),
  })
}

const activityOf = ({ amount, target, reason }: RefundRequest) =>
  ({ kind: 'refunded', amount, method: target, note: reason }) as const

async function insertRefund(
  tx: TenantTx,
  actor: PaymentAuthor,
  document: DocumentRow,
  { clientRefundId, amount, source, target, reason, lines: chosen }: RefundRequest,
  { taken: { netAmount, taxAmounts, tipAmount }, lines }: RefundAllocation,
): Promise<string> {
  const id = newId()
  const { id: documentId, currency } = document
  // Given back by the provider, which a job asks for; the money is reserved from now on.
  const paymentId = target === 'card' ? await chooseCardPayment(tx, document, amount) : null
  await tx
    .insertInto('paymentRefunds')
    .values({
      ...{ tenantId: tx.tenantId, id, clientRefundId, documentId, source, target, amount, paymentId },
      state: paymentId ? 'pending' : 'succeeded',
      ...{ netAmount, taxAmounts: [...taxAmounts], tipAmount, lines: JSON.stringify(lines), currency, reason },
      ...{ chosenLines: chosen ? JSON.stringify(chosen) : null, createdByUserId: actor.userId, createdAt: tx.now() },
    })
    .execute()
  if (paymentId) await enqueue(tx, submitRefundSpec(tx.tenantId, id))
  return id
}

/** Makes or declines a refund that another person requested. */
export async function decideRefund(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, ...decision }: { id: string; refundRequestID: string; isApproved: boolean },
): Promise<PaymentDetail> {
  const which = { id, kind: 'request' } as const
  const refund = await decideRequest(tx, actor, await lockDocument(tx, actor, which), decision)
  return decision.isApproved
    ? refundDocument(deps, tx, actor, { id, ...refund }, { isApproved: true })
    : getDetail(tx, actor, which)
}
