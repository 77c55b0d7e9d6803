import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { newId } from '../../platform/ids.ts'
import type { RemoteCard } from '../payment-accounts/index.ts'
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

/** Stores a card on file with the wording its contact agreed to. Returns its id, also if it was already stored. */
export async function insertCard(
  tx: TenantTx,
  card: RemoteCard,
  consent: Pick<CardRow, 'contactId' | 'consentText' | 'consentAt' | 'accountId' | 'paymentId'>,
): Promise<string> {
  const id = newId()
  const added = await tx
    .insertInto('paymentCards')
    .values({ tenantId: tx.tenantId, id, ...card, ...consent })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return id
  const present = await tx
    .selectFrom('paymentCards')
    .where('tenantId', '=', tx.tenantId)
    .where('methodId', '=', card.methodId)
    .select('id')
    .executeTakeFirstOrThrow()
  return present.id
}

export const findCard = async (
  tx: TenantTx,
  document: Pick<DocumentRow, 'contactId'>,
  id: string,
): Promise<CardRow | undefined> => (await listCards(tx, document)).find((card) => card.id === id)
