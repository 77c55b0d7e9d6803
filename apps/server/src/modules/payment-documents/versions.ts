import type { PaymentDetail } from '@frontdesk/contract/api'
import type { TenantTx } from '../../platform/database/database.ts'
import type { DocumentRow } from './rows.ts'

/** The newest version of a document. */
export const findVersion = (tx: TenantTx, { id, version }: Pick<DocumentRow, 'id' | 'version'>) =>
  tx
    .selectFrom('paymentDocumentVersions')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .where('version', '=', version)
    .selectAll()
    .executeTakeFirstOrThrow()

/** The lines of the newest version of a document. */
export async function listLines(
  tx: TenantTx,
  { id, version }: Pick<DocumentRow, 'id' | 'version'>,
): Promise<PaymentDetail['lines']> {
  const rows = await tx
    .selectFrom('paymentLines')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .where('version', '=', version)
    .orderBy('line')
    .selectAll()
    .execute()
  return rows.map((line) => ({
    description: line.description,
    quantity: Number(line.quantity),
    unitAmount: Number(line.unitAmount),
    discount: line.discount,
    taxes: line.taxes,
    isOptional: line.isOptional,
    isChosen: line.isChosen,
    grossAmount: Number(line.grossAmount),
    discountAmount: Number(line.discountAmount),
    netAmount: Number(line.netAmount),
    taxAmounts: line.taxAmounts.map(Number),
    totalAmount: Number(line.totalAmount),
  }))
}
