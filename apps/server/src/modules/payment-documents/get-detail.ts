import type { PaymentDetail } from '@frontdesk/contract/api'
import { chargedShareOf, type DocumentKind, sumOf, type Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findFiles, toStoredFile } from '../files/index.ts'
import { accessDocument, contactIdsOf } from './access.ts'
import { listAnswers } from './estimates/answers.ts'
import { isConvertible } from './estimates/convertible.ts'
import { findRelated, findUnrequested } from './estimates/parts.ts'
import { findUsableCredits } from './lock-credit.ts'
import { describeRefundable } from './refund-lines.ts'
import { describeRefundRequests } from './refund-request-rows.ts'
import { listRefunds, toRefund } from './refund-rows.ts'
import { type DocumentRow, toDocument } from './rows.ts'
import { findVersion, listLines } from './versions.ts'

/** A document with its content and history. */
export async function getDetail(
  tx: TenantTx,
  viewer: Viewer,
  which: { id: string; kind: DocumentKind | readonly DocumentKind[] },
): Promise<PaymentDetail> {
  const row = await accessDocument(tx, viewer, which)
  const version = await findVersion(tx, row)
  const lines = await listLines(tx, row)
  const refunds = await listRefunds(tx, row)
  const credits = await findUsableCredits(tx, viewer, await contactIdsOf(tx, row), { currency: row.currency })
  const totalAmount = Number(row.totalAmount)
  return {
    ...toDocument(row),
    lines,
    discount: version.discount,
    isTaxExempt: version.isTaxExempt,
    note: version.note,
    terms: version.terms,
    deposit: version.deposit,
    depositAmount: version.deposit && chargedShareOf(totalAmount, version.deposit, row.currency),
    attachments: (await findFiles(tx, version.fileIds)).map(toStoredFile),
    grossAmount: Number(version.grossAmount),
    discountAmount: Number(version.discountAmount),
    netAmount: Number(version.netAmount),
    taxes: version.taxes,
    refunds: refunds.map(toRefund),
    ...describeRefundable(row, { taxes: version.taxes, lines, refunds }),
    refundRequests: await describeRefundRequests(tx, viewer.userId, row),
    timeline: await listActivities(tx, row.id),
    creditAmount: sumOf(credits.map(({ amount }) => amount)),
    ...(await findBelongings(tx, viewer, row)),
  }
}

/** How a document belongs to others, and what the contact answered to an estimate. */
async function findBelongings(
  tx: TenantTx,
  viewer: Viewer,
  row: DocumentRow,
): Promise<Pick<PaymentDetail, 'booking' | 'part' | 'related' | 'answers' | 'unrequestedAmount'>> {
  const unrequested = isConvertible(row) ? await findUnrequested(tx, row) : null
  return {
    booking: row.bookingId !== null && row.bookingPart !== null ? { id: row.bookingId, part: row.bookingPart } : null,
    part: row.part,
    related: await findRelated(tx, viewer, row),
    answers: row.kind === 'estimate' ? await listAnswers(tx, row) : [],
    unrequestedAmount: unrequested && unrequested.netAmount + sumOf(unrequested.taxes.map(({ amount }) => amount)),
  }
}

/** Activities of a document that are listed: the newest, oldest first. */
const ACTIVITIES_MAX = 500

async function listActivities(tx: TenantTx, documentId: string): Promise<PaymentDetail['timeline']> {
  const rows = await tx
    .selectFrom('paymentActivities as a')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'a.actorUserId'))
    .leftJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 'a.messageId'))
    .where('a.tenantId', '=', tx.tenantId)
    .where('a.documentId', '=', documentId)
    .orderBy('a.createdAt', 'desc')
    .orderBy('a.id', 'desc')
    .limit(ACTIVITIES_MAX)
    .select([
      'a.id',
      'a.kind',
      'a.amount',
      'a.method',
      'a.note',
      'a.failureCode',
      'a.createdAt',
      'u.displayName',
      'm.deliveryStatus',
    ])
    .execute()
  return rows.toReversed().map((row) => ({
    id: row.id,
    kind: row.kind,
    amount: row.amount === null ? null : Number(row.amount),
    method: row.method,
    note: row.note,
    failureCode: row.failureCode,
    isUndelivered: row.deliveryStatus === 'failed' || row.deliveryStatus === 'undelivered',
    by: row.displayName,
    at: row.createdAt,
  }))
}
