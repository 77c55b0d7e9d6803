import type { DocumentKind, Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mainContactId, rowIdsOfContact } from '../contact-rows/index.ts'
import { isContactVisible, isInScope, newestThreadId, seesEverything } from '../visibility/index.ts'
import { managedKinds } from './managed-kinds.ts'
import type { DocumentRow, ViewedRow } from './rows.ts'

/**
 * The documents `d` that the viewer may see, with their contacts `t`: at their locations, of contacts they see or that
 * were deleted.
 */
export const documentsOf = (tx: TenantTx, viewer: Viewer) =>
  tx
    .selectFrom('paymentDocuments as d')
    .leftJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'd.contactId'))
    .leftJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('d.tenantId', '=', tx.tenantId)
    .where(isInScope(viewer, 'd.location_id'))
    .where(isContactShown(tx, viewer))

/** SQL: whether the viewer may see the contact `t` of a document, or that contact was deleted. */
const isContactShown = (tx: TenantTx, viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(t.id is null or ${isContactVisible(tx, viewer)})`

/** SQL: whether the message that carried the document `d` last did not arrive. */
export const isUndelivered = (tx: TenantTx) => sql<boolean>`coalesce((
  select m.delivery_status in ('failed', 'undelivered') from messages m
  where m.tenant_id = ${tx.tenantId} and m.id = d.sent_message_id
), false)`

/**
 * SQL: the join of a list of documents `d` with their contacts `t`, and whether the viewer may see a document. Without
 * `joinsContact`, contacts are joined only if that depends on them. The limit in the join makes it look up contacts one
 * by one: an ordinary join is planned for the few contacts of an average tenant, and reads all 10,000 of a big one.
 */
export function documentAccess(tx: TenantTx, viewer: Viewer, { joinsContact }: { joinsContact: boolean }) {
  const scope = sql<boolean>`d.tenant_id = ${tx.tenantId} and ${isInScope(viewer, 'd.location_id')}`
  if (seesEverything(viewer) && !joinsContact) return { join: sql``, isAllowed: scope }
  return {
    join: sql`
      left join lateral (
        select o.* from contacts r
        join contacts o on o.tenant_id = ${tx.tenantId} and o.id = ${mainContactId('r')}
        where r.tenant_id = ${tx.tenantId} and r.id = d.contact_id limit 1
      ) t on true`,
    isAllowed: sql<boolean>`${scope} and ${isContactShown(tx, viewer)}`,
  }
}

/** Documents with what the viewer gets of them, for one or a few by id. */
export const selectDocuments = (tx: TenantTx, viewer: Viewer) =>
  tx
    .selectFrom('paymentDocuments as d')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('contacts as r')
          .innerJoin('contacts as o', (join) =>
            join.on('o.tenantId', '=', tx.tenantId).on('o.id', '=', mainContactId('r')),
          )
          .where('r.tenantId', '=', tx.tenantId)
          .whereRef('r.id', '=', 'd.contactId')
          .selectAll('o')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('d.tenantId', '=', tx.tenantId)
    .where(isInScope(viewer, 'd.location_id'))
    .where(isContactShown(tx, viewer))
    .selectAll('d')
    .select(['t.id as mainContactId', 't.name as contactName', 't.phone as contactPhoneNow'])
    .select(isUndelivered(tx).as('isUndelivered'))
    .select(({ selectFrom }) => [
      newestThreadId(tx, viewer).as('conversationId'),
      selectFrom('users as u')
        .where('u.tenantId', '=', tx.tenantId)
        .whereRef('u.id', '=', 'd.createdByUserId')
        .select('u.displayName')
        .as('createdBy'),
    ])

/** A document that the viewer manages and may see; hidden and absent look the same. */
export async function accessDocument(
  tx: TenantTx,
  viewer: Viewer,
  { id, kind }: { id: string; kind: DocumentKind | readonly DocumentKind[] },
): Promise<ViewedRow> {
  const row = await selectDocuments(tx, viewer)
    .where('d.id', '=', id)
    .where('d.kind', 'in', [kind].flat())
    .where(sql<boolean>`d.kind = any(${managedKinds(viewer)}::text[])`)
    .executeTakeFirst()
  if (!row) throw new AppError('PaymentNotFound')
  return row
}

/** Locks a document to change it. */
export async function lockDocument(
  tx: TenantTx,
  viewer: Viewer,
  { id, kind }: { id: string; kind: DocumentKind },
): Promise<DocumentRow> {
  await accessDocument(tx, viewer, { id, kind })
  const row = await lockDocumentById(tx, id)
  // Deleted in the meantime.
  if (!row) throw new AppError('PaymentNotFound')
  return row
}

/** Finds a document for its contact or for a job. */
export const findDocumentById = (tx: TenantTx, id: string): Promise<DocumentRow | undefined> =>
  tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()

/** Finds documents for a job. */
export const findDocumentsById = (tx: TenantTx, ids: readonly string[]): Promise<DocumentRow[]> =>
  tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${idsOf(ids)})`)
    .selectAll()
    .execute()

/** Locks a document for its contact or for a job. */
export const lockDocumentById = (tx: TenantTx, id: string): Promise<DocumentRow | undefined> =>
  tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks documents for a job, in the order of their ids. */
export const lockDocumentsById = (tx: TenantTx, ids: readonly string[]): Promise<DocumentRow[]> =>
  tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${idsOf(ids)})`)
    .orderBy('id')
    .selectAll()
    .forNoKeyUpdate()
    .execute()

/** The contact of a document; undefined if it was deleted. */
export const findContactOf = (tx: TenantTx, { contactId }: Pick<DocumentRow, 'contactId'>) =>
  tx
    .selectFrom('contacts as r')
    .innerJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.id', '=', contactId)
    .select(['t.id', 't.name', 't.phone', 't.otherPhones', 't.email', 't.language'])
    .executeTakeFirst()

/** The numbers of the contact of a document; none if the contact was deleted. */
export async function phonesOf(tx: TenantTx, { contactId }: Pick<DocumentRow, 'contactId'>): Promise<string[]> {
  const rows = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${rowIdsOfContact(tx, contactId)})`)
    .select('phone')
    .execute()
  return rows.map(({ phone }) => phone)
}

/** The ids of all rows of the contact of a document: its credit may be at any of its numbers. */
export async function contactIdsOf(tx: TenantTx, { contactId }: Pick<DocumentRow, 'contactId'>): Promise<string[]> {
  const rows = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${rowIdsOfContact(tx, contactId)})`)
    .select('id')
    .execute()
  // A contact that was deleted has no rows.
  return [...new Set([contactId, ...rows.map(({ id }) => id)])]
}
