import type { PaymentDetail } from '@frontdesk/contract/api'
import type { TenantTx } from '../../platform/database/database.ts'
import type { DocumentRow } from './rows.ts'

/** The refunds of a document that need a second person, oldest first. */
export const listRefundRequests = (tx: TenantTx, { id }: Pick<DocumentRow, 'id'>, state?: 'waiting') =>
  tx
    .selectFrom('paymentRefundRequests as q')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'q.requestedByUserId'))
    .leftJoin('users as v', (join) => join.on('v.tenantId', '=', tx.tenantId).onRef('v.id', '=', 'q.decidedByUserId'))
    .where('q.tenantId', '=', tx.tenantId)
    .where('q.documentId', '=', id)
    .$if(state !== undefined, (requests) => requests.where('q.state', '=', state ?? 'waiting'))
    .orderBy('q.requestedAt')
    .orderBy('q.id')
    .selectAll('q')
    .select(['u.displayName as requestedBy', 'v.displayName as decidedBy'])
    .execute()

/** The same as the viewer gets them. */
export async function describeRefundRequests(
  tx: TenantTx,
  viewerId: string,
  document: Pick<DocumentRow, 'id'>,
): Promise<PaymentDetail['refundRequests']> {
  return (await listRefundRequests(tx, document)).map((row) => ({
    ...{ id: row.id, source: row.source, target: row.target, state: row.state, amount: Number(row.amount) },
    lines: row.lines,
    ...{ reason: row.reason, by: row.requestedBy, at: row.requestedAt, decidedBy: row.decidedBy },
    canDecide: row.state === 'waiting' && row.requestedByUserId !== viewerId,
  }))
}
