import { isDeepStrictEqual } from 'node:util'
import type { RefundLine } from '@frontdesk/contract/api'
import { needsRefundApproval, type RefundSource, type RefundTarget, sumOf } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Person } from '../accounts/index.ts'
import { readPaymentConfigs } from '../payment-configs/index.ts'
import { contactIdsOf } from './access.ts'
import { changeDocument } from './change-document.ts'
import { listRefundRequests } from './refund-request-rows.ts'
import { listRefunds } from './refund-rows.ts'
import { currencyOf, type DocumentRow } from './rows.ts'
import { audit } from './update-status.ts'

interface RequestedRefund {
  clientRefundId: string
  amount: number
  source: RefundSource
  target: RefundTarget
  lines?: RefundLine[] | undefined
  reason: string
}

/**
 * Whether a refund of a locked document needs a second person, by the limit of the business. Credit can be paid out
 * from any document of the contact, so there all of them count; the caller has locked the credit.
 */
export async function needsApproval(
  tx: TenantTx,
  document: DocumentRow,
  { amount, source }: Pick<RequestedRefund, 'amount' | 'source'>,
): Promise<boolean> {
  const configs = await readPaymentConfigs(tx)
  if (configs.refundApprovalAbove === null) return false
  const earlier = (await listRefunds(tx, document)).filter(({ state }) => state !== 'failed' && state !== 'cancelled')
  const open = await listRefundRequests(tx, document, 'waiting')
  const ofOthers = source === 'credit' ? await listCreditRefundsElsewhere(tx, document) : []
  const earlierAmount = sumOf([...earlier, ...open, ...ofOthers].map((each) => Number(each.amount)))
  return needsRefundApproval(configs, { amount, earlierAmount, currency: currencyOf(document) })
}

/** Credit of the contact of a document that was paid out from their other documents, or waits for a second person. */
async function listCreditRefundsElsewhere(tx: TenantTx, document: DocumentRow): Promise<{ amount: string | number }[]> {
  const others = tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${await contactIdsOf(tx, document)}::uuid[])`)
    .where('currency', '=', document.currency)
    .where('id', '<>', document.id)
    .select('id')
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', 'in', others)
    .where('source', '=', 'credit')
    .where('state', 'not in', ['failed', 'cancelled'])
    .select('amount')
    .execute()
  const requests = await tx
    .selectFrom('paymentRefundRequests')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', 'in', others)
    .where('source', '=', 'credit')
    .where('state', '=', 'waiting')
    .select('amount')
    .execute()
  return [...refunds, ...requests]
}

/** Whether the same refund was asked for before. */
export async function isRefundRequested(
  tx: TenantTx,
  document: DocumentRow,
  { clientRefundId, amount, source, target, lines }: RequestedRefund,
): Promise<boolean> {
  const row = await tx
    .selectFrom('paymentRefundRequests')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', clientRefundId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return false
  const isSame =
    row.documentId === document.id && Number(row.amount) === amount && isDeepStrictEqual(row.lines ?? undefined, lines)
  if (!isSame || row.source !== source || row.target !== target) throw new AppError('ClientPaymentIdReused')
  return true
}

/** Stores a refund for a second person to decide about. */
export async function requestRefund(
  tx: TenantTx,
  actor: Person | null,
  document: DocumentRow,
  { clientRefundId, ...refund }: RequestedRefund,
): Promise<void> {
  const { amount, source, target, lines, reason } = refund
  await tx
    .insertInto('paymentRefundRequests')
    .values({
      ...{ tenantId: tx.tenantId, id: clientRefundId, documentId: document.id, amount, source, target, reason },
      lines: lines ? JSON.stringify(lines) : null,
      ...{ state: 'waiting', requestedByUserId: actor?.userId ?? null, requestedAt: tx.now() },
    })
    .execute()
  await changeDocument(tx, actor ?? { userId: null }, document, {
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
  return {
    clientRefundId: row.id,
    amount,
    source: row.source,
    target: row.target,
    lines: row.lines ?? undefined,
    reason: row.reason,
  }
}
