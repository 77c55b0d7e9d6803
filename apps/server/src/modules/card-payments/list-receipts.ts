import type { TenantTx } from '../../platform/database/database.ts'
import type { DocumentRow } from '../payment-documents/index.ts'

/** Why the last payment for a document failed, in the provider’s terms. */
export async function findLastFailure(tx: TenantTx, { id }: Pick<DocumentRow, 'id'>): Promise<string | null> {
  const row = await tx
    .selectFrom('payments as p')
    .innerJoin('paymentCharges as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.paymentId', '=', 'p.id'),
    )
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.documentId', '=', id)
    .where('p.state', '=', 'failed')
    .orderBy('p.createdAt', 'desc')
    .orderBy('p.id', 'desc')
    .select('c.failureCode')
    .limit(1)
    .executeTakeFirst()
  return row?.failureCode ?? null
}

/** Payments for a document as receipts show them, with the card, oldest first. */
export const listReceipts = (tx: TenantTx, { id }: Pick<DocumentRow, 'id'>) =>
  tx
    .selectFrom('payments as p')
    .leftJoin('paymentCharges as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.paymentId', '=', 'p.id'),
    )
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.documentId', '=', id)
    .where('p.state', '=', 'succeeded')
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .select(['p.method', 'p.amount', 'p.tipAmount', 'p.createdAt', 'c.brand', 'c.last4'])
    .execute()
