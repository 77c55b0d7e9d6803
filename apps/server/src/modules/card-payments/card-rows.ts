import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { contactIdsOf, type DocumentRow } from '../payment-documents/index.ts'

export type CardRow = Row<'paymentCards'>

/** The cards on file of the contact of a document, at any of their numbers. */
export async function listCards(tx: TenantTx, document: Pick<DocumentRow, 'contactId'>): Promise<CardRow[]> {
  return tx
    .selectFrom('paymentCards')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${await contactIdsOf(tx, document)}::uuid[])`)
    .where('removedAt', 'is', null)
    .orderBy('consentAt', 'desc')
    .orderBy('id')
    .selectAll()
    .execute()
}

export const findCard = async (
  tx: TenantTx,
  document: Pick<DocumentRow, 'contactId'>,
  id: string,
): Promise<CardRow | undefined> => (await listCards(tx, document)).find((card) => card.id === id)
