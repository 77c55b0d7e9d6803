import { phoneCountry } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { countContacts, countTags } from './counts.ts'

// A contact is its main row. Each further number is a row that refers to it (`main_id`) and has a copy of its values, so
// that what joins a conversation with the row of its number shows the right contact:
// docs/decisions/20261122T2200-contacts-with-several-numbers.md

/** Columns that the rows of a contact share: all but those about the number. */
const SHARED_COLUMNS = [
  'name',
  'email',
  'other_emails',
  'birth_date',
  'tags',
  'labels',
  'language',
  'is_language_chosen',
  'status_key',
  'custom',
  'edits',
  'location_id',
  'source',
  'created_at',
  'has_conversation',
]

/** Copies the values of contacts to the rows of their further numbers. Must follow every write to a main row. */
export async function copyToFurtherRows(tx: TenantTx, mainIds: readonly string[]): Promise<void> {
  if (mainIds.length === 0) return
  const copies = SHARED_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`m.${column}`)}`)
  await sql`
    update contacts t set ${sql.join(copies)}
    from contacts m
    where m.tenant_id = ${tx.tenantId} and m.id = any(${[...mainIds]}::uuid[]) and m.other_phones <> '{}'
      and t.tenant_id = ${tx.tenantId} and t.main_id = m.id`.execute(tx)
}

/** SQL: the ids of the contacts that have one of these numbers, as an array, which an index can look up beside other conditions. */
export const contactIdsByPhone = (tx: TenantTx, phones: readonly string[]) => sql`array(
  select coalesce(r.main_id, r.id) from contacts r where r.tenant_id = ${tx.tenantId} and r.phone = any(${[...phones]}::text[])
)`

/**
 * Locks the rows of these numbers and the main rows of their contacts, main rows first and each in id order, so that
 * concurrent changes don't deadlock. Must run before conversations are locked.
 */
export async function lockContactsByPhone(tx: TenantTx, phones: readonly string[]): Promise<void> {
  await sql`
    select from contacts t
    where t.tenant_id = ${tx.tenantId} and (t.phone = any(${[...phones]}::text[]) or t.id = any(${contactIdsByPhone(tx, phones)}))
    order by t.main_id is not null, t.id for no key update of t`.execute(tx)
}

/** What the rows of a contact share, except what is computed. */
export interface ContactValues {
  name: string
  email: string | null
  otherEmails: string[]
  birthDate: string | null
  tags: string[]
  labels: string[]
  language: string | null
  isLanguageChosen: boolean
  statusKey: string | null
  locationId: string
  source: string
  createdAt: string
  custom: Record<string, string>
  edits: Record<string, { by: string; value: string | null }>
}

/** Rows that are one contact, the main one first, with its values. */
export interface ContactWithRows {
  rowIds: string[]
  values: ContactValues
}

/** Reads a contact with its rows, from the id of any of them. */
export async function findContactWithRows(tx: TenantTx, id: string): Promise<ContactWithRows | undefined> {
  const row = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where(
      sql<boolean>`t.id = (select coalesce(r.main_id, r.id) from contacts r where r.tenant_id = ${tx.tenantId} and r.id = ${id})`,
    )
    .select([
      't.name',
      't.email',
      't.otherEmails',
      't.birthDate',
      't.tags',
      't.labels',
      't.language',
      't.isLanguageChosen',
      't.statusKey',
      't.locationId',
      't.source',
      't.createdAt',
      't.custom',
      't.edits',
      sql<string[]>`t.id || array(
        select f.id from contacts f where f.tenant_id = ${tx.tenantId} and f.main_id = t.id
        order by array_position(t.other_phones, f.phone)
      )`.as('rowIds'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { rowIds, ...values } = row
  return { rowIds, values }
}

/**
 * Distributes locked rows to contacts: the only way in which numbers are added to a contact, separated from it, and
 * contacts are merged. Maintains the totals.
 */
export async function arrangeContacts(tx: TenantTx, contacts: readonly ContactWithRows[]): Promise<void> {
  const before = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${contacts.flatMap(({ rowIds }) => rowIds)}::uuid[])`)
    .where('mainId', 'is', null)
    .select(['locationId', 'source', 'tags'])
    .execute()
  const after = contacts.map(({ values }) => values)
  for (const { rowIds, values } of contacts) {
    const ids = sql`${rowIds}::uuid[]`
    await tx
      .updateTable('contacts as t')
      .set({
        ...columnsOf(values),
        mainId: sql`nullif(${rowIds[0]}::uuid, t.id)`,
        otherPhones: sql`array(
          select r.phone from contacts r where r.tenant_id = ${tx.tenantId} and r.id = any(${ids}) and r.id <> t.id
          order by array_position(${ids}, r.id)
        )`,
        hasConversation: sql`exists (
          select from contacts r join conversations c on c.tenant_id = ${tx.tenantId} and c.contact_phone = r.phone
          where r.tenant_id = ${tx.tenantId} and r.id = any(${ids}) and not c.is_contact_restricted
        )`,
      })
      .where('t.tenantId', '=', tx.tenantId)
      .where(sql<boolean>`t.id = any(${ids})`)
      .execute()
  }
  await countContacts(tx, [
    ...before.map(({ locationId, source }) => ({ locationId, source, n: -1 })),
    ...after.map(({ locationId, source }) => ({ locationId, source, n: 1 })),
  ])
  await countTags(tx, { before: before.flatMap(({ tags }) => tags), after: after.flatMap(({ tags }) => tags) })
}

const columnsOf = ({ custom, edits, ...values }: ContactValues) => ({
  ...values,
  custom: JSON.stringify(custom),
  edits: JSON.stringify(edits),
})

/** Inserts a further number of a contact, to be arranged. False if a contact has the number already. */
export async function insertFurtherNumber(
  tx: TenantTx,
  { id, mainId, phone, values }: { id: string; mainId: string; phone: string; values: ContactValues },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contacts')
    .values({
      ...columnsOf(values),
      tenantId: tx.tenantId,
      id,
      mainId,
      phone,
      countryCode: phoneCountry(phone) ?? 'US',
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'phone']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
