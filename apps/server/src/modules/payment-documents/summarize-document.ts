import { formatMoney, formatPhone, type PaymentActivityKind, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { documentsOf } from './access.ts'
import { managedKinds } from './managed-kinds.ts'

interface Summary {
  locationId: string
  /** Null if the contact was deleted. */
  contactId: string | null
  contactName: string
  /** Its number, and the amount of its latest activity of a kind, or its total. */
  text: string
}

/** Summaries of documents for notifications of activities, by id. Those that were deleted have none. */
export async function summarizeDocuments(
  tx: TenantTx,
  kinds: ReadonlyMap<string, PaymentActivityKind>,
): Promise<Map<string, Summary>> {
  if (kinds.size === 0) return new Map()
  const kindOfDocument = sql`${JSON.stringify(Object.fromEntries(kinds))}::jsonb ->> d.id::text`
  const rows = await tx
    .selectFrom('paymentDocuments as d')
    .leftJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'd.contactId'))
    .leftJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('d.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`d.id = any(${idsOf([...kinds.keys()])})`)
    .select(['d.id', 'd.locationId', 'd.invoiceNumber', 'd.currency', 'd.totalAmount'])
    .select(['t.id as contactId', 't.name', 't.phone'])
    .select(({ selectFrom }) =>
      selectFrom('paymentActivities as a')
        .where('a.tenantId', '=', tx.tenantId)
        .whereRef('a.documentId', '=', 'd.id')
        .where(sql<boolean>`a.kind = ${kindOfDocument}`)
        .orderBy('a.createdAt', 'desc')
        .limit(1)
        .select('a.amount')
        .as('amount'),
    )
    .execute()
  return new Map(
    rows.map((row) => {
      const amount = formatMoney(Number(row.amount ?? row.totalAmount), row.currency, 'en-US')
      const summary: Summary = {
        locationId: row.locationId,
        contactId: row.contactId,
        contactName: row.name || formatPhone(row.phone ?? '') || 'Deleted contact',
        text: [row.invoiceNumber, amount].filter(Boolean).join(', '),
      }
      return [row.id, summary]
    }),
  )
}

/** SQL: whether the viewer manages and sees the document with the id in a column. */
export const isPaymentVisible = (tx: TenantTx, viewer: Viewer, id: string): RawBuilder<boolean> =>
  sql<boolean>`exists (${documentsOf(tx, viewer)
    .whereRef('d.id', '=', sql.ref(id))
    .where(sql<boolean>`d.kind = any(${managedKinds(viewer)}::text[])`)
    .select('d.id')})`

/** The documents of a contact that the viewer manages and sees, by the rows of the contact. */
export const visiblePaymentsOf = (tx: TenantTx, viewer: Viewer, rowIds: readonly string[]) =>
  documentsOf(tx, viewer)
    .where(sql<boolean>`d.contact_id = any(${[...rowIds]}::uuid[])`)
    .where(sql<boolean>`d.kind = any(${managedKinds(viewer)}::text[])`)
    .select(['d.id', 'd.kind', 'd.invoiceNumber', 'd.currency'])

/** The documents among these that the viewer manages and sees. */
export async function findVisiblePayments(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await documentsOf(tx, viewer)
    .where(sql<boolean>`d.id = any(${idsOf(ids)})`)
    .where(sql<boolean>`d.kind = any(${managedKinds(viewer)}::text[])`)
    .select('d.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The documents that the viewer sees, with the names of their contacts; a deleted contact has none. */
export async function findDocumentNames(tx: TenantTx, viewer: Viewer, ids: readonly string[]) {
  const rows = await documentsOf(tx, viewer)
    .where(sql<boolean>`d.id = any(${[...new Set(ids)]}::uuid[])`)
    .select(['d.id', 'd.kind', 'd.invoiceNumber', 't.name', 't.phone'])
    .execute()
  return new Map(
    rows.map(({ id, kind, invoiceNumber, name, phone }) => [
      id,
      { id, kind, invoiceNumber, contactName: name || formatPhone(phone ?? '') },
    ]),
  )
}
