import type { TenantTx } from '../../platform/database/database.ts'
import type { DocumentRow } from '../payment-documents/index.ts'

/**
 * The failure of the last attempt to pay a document, if its contact made it on the payment page: charges to stored cards
 * are started by teammates. `code`: why, in the provider’s terms.
 */
export async function findPayerFailure(
  tx: TenantTx,
  { id }: Pick<DocumentRow, 'id'>,
): Promise<{ code: string | null } | null> {
  const row = await tx
    .selectFrom('payments as p')
    .innerJoin('paymentCharges as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.paymentId', '=', 'p.id'),
    )
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.documentId', '=', id)
    .where('p.state', 'in', ['failed', 'cancelled'])
    .orderBy('p.createdAt', 'desc')
    .orderBy('p.id', 'desc')
    .select(['c.cardId', 'c.failureCode'])
    .limit(1)
    .executeTakeFirst()
  return row?.cardId === null ? { code: row.failureCode } : null
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
