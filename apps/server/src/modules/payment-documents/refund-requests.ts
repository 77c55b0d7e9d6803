import { needsSecondPerson, type RefundSource, type RefundTarget, sumOf } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readPaymentConfigs } from '../payment-configs/index.ts'
import { changeDocument } from './change-document.ts'
import { listRefunds } from './get-detail.ts'
import { listRefundRequests } from './refund-request-rows.ts'
import { currencyOf, type DocumentRow } from './rows.ts'
import { audit } from './update-status.ts'

interface RequestedRefund {
  clientRefundId: string
  amount: number
  source: RefundSource
  target: RefundTarget
  reason: string
}

/** Whether a refund of a locked document needs a second person, by the limit of the business. */
export async function needsApproval(tx: TenantTx, document: DocumentRow, amount: number): Promise<boolean> {
  const configs = await readPaymentConfigs(tx)
  if (configs.refundApprovalAbove === null) return false
  const earlier = (await listRefunds(tx, document)).filter(({ state }) => state !== 'failed' && state !== 'cancelled')
  const open = await listRefundRequests(tx, document, 'waiting')
  const earlierAmount = sumOf([...earlier, ...open].map((each) => Number(each.amount)))
  return needsSecondPerson(configs, { amount, earlierAmount, currency: currencyOf(document) })
}

/** Whether the same refund was asked for before. */
export async function isRefundRequested(
  tx: TenantTx,
  document: DocumentRow,
  { clientRefundId, amount, source, target }: RequestedRefund,
): Promise<boolean> {
  const row = await tx
    .selectFrom('paymentRefundRequests')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', clientRefundId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return false
  const isSame = row.documentId === document.id && Number(row.amount) === amount
  if (!isSame || row.source !== source || row.target !== target) throw new AppError('ClientPaymentIdReused')
  return true
}

/** Stores a refund for a second person to decide about. */
export async function requestRefund(
  tx: TenantTx,
  actor: Actor,
  document: DocumentRow,
  { clientRefundId, ...refund }: RequestedRefund,
): Promise<void> {
  const { amount, source, target, reason } = refund
  await tx
    .insertInto('paymentRefundRequests')
    .values({
      ...{ tenantId: tx.tenantId, id: clientRefundId, documentId: document.id, amount, source, target, reason },
      ...{ state: 'waiting', requestedByUserId: actor.userId, requestedAt: tx.now() },
    })
    .execute()
  await changeDocument(tx, actor, document, {
    activity: { kind: 'refund-requested', amount, method: target, note: reason },
  })
  await audit(tx, actor, document, 'payment.refund-requested', amount)
}

/** Marks a waiting request of a locked document as decided, and returns it. */
export async function decideRequest(
  tx: TenantTx,
  actor: Actor,
  document: DocumentRow,
  { refundRequestID, isApproved }: { refundRequestID: string; isApproved: boolean },
): Promise<RequestedRefund> {
  const row = (await listRefundRequests(tx, document)).find(({ id }) => id === refundRequestID)
  if (!row) throw new AppError('RefundRequestNotFound')
  if (row.requestedByUserId === actor.userId) throw new AppError('RefundRequestOwn')
  if (row.state !== 'waiting') throw new AppError('RefundRequestDecided')
  await tx
    .updateTable('paymentRefundRequests')
    .set({ state: isApproved ? 'approved' : 'declined', decidedByUserId: actor.userId, decidedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', row.id)
    .execute()
  const amount = Number(row.amount)
  if (!isApproved) {
    await changeDocument(tx, actor, document, { activity: { kind: 'refund-declined', amount } })
    await audit(tx, actor, document, 'payment.refund-declined', amount)
  }
  return { clientRefundId: row.id, amount, source: row.source, target: row.target, reason: row.reason }
}
