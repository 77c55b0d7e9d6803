import { phoneCountry } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { contactPhones, findPhones, nameMatches, phoneDigits } from '../number-pairs/index.ts'
import {
  type ContactAuthor,
  insertActivities,
  type NumbersChange,
  recordActivity,
  updateOfContacts,
} from './activities.ts'
import { SHARED_COLUMNS } from './contact-columns.ts'
import { countContacts, countTags } from './counts.ts'
import { mainContactId } from './main-id.ts'

// A contact is its main row. Each further number is a row that refers to it (`main_id`) and has a copy of its values,
// so that what joins a conversation with the row of its number shows the right contact:
// docs/decisions/20261122T2200-contacts-with-several-numbers.md

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

/**
 * SQL: the ids of the contacts that have one of these numbers, as an array, which an index can look up beside other
 * conditions.
 */
export const contactIdsByPhone = (tx: TenantTx, phones: readonly string[]) => sql`array(
  select coalesce(r.main_id, r.id) from contacts r where r.tenant_id = ${tx.tenantId} and r.phone = any(${[...phones]}::text[])
)`

/**
 * SQL: the ids of all rows of the contacts with these main rows, as an array. Looked up by index; with an `or` of both
 * columns the planner may read all contacts.
 */
export const rowIdsOfContacts = (tx: TenantTx, mainIds: RawBuilder<unknown>) => sql`array(
  select m.id from unnest(${mainIds}) as m (id)
  union all
  select f.id from contacts f where f.tenant_id = ${tx.tenantId} and f.main_id = any(${mainIds})
)`

/**
 * SQL: whether the contact `t` matches a search term by number or by name. If few do, an index looks them up by
 * `rowId`, the id of any of the contact’s rows.
 */
export async function contactMatches(
  tx: TenantTx,
  searchTerm: string,
  rowId: RawBuilder<unknown>,
): Promise<RawBuilder<boolean>> {
  const digits = phoneDigits(searchTerm)
  const phones = await findPhones(tx, digits ? { digits } : { name: searchTerm })
  // No contact matches: a constant lets PostgreSQL search other columns by their indexes.
  if (phones?.length === 0) return sql`false`
  if (phones) return sql`${rowId} = any(${rowIdsOfContacts(tx, contactIdsByPhone(tx, phones))})`
  return digits
    ? sql`exists (select from unnest(${contactPhones()}) as n (phone) where n.phone like ${`%${digits}%`})`
    : nameMatches(sql`t.name_key`, searchTerm)
}

/** SQL: the ids of all rows of a contact, as an array, from the id of any of them. */
export const rowIdsOfContact = (tx: TenantTx, id: string) =>
  rowIdsOfContacts(
    tx,
    sql`array(select ${mainContactId('r')} from contacts r where r.tenant_id = ${tx.tenantId} and r.id = ${id})`,
  )

/**
 * Locks the rows of these numbers and the main rows of their contacts, main rows first and each in id order, so that
 * concurrent changes don't deadlock. Must run before conversations are locked.
 */
export async function lockContactsByPhone(tx: TenantTx, phones: readonly string[]): Promise<void> {
  await lockWithMainRows(tx, sql`r.phone = any(${[...phones]}::text[])`)
}

/** The same for rows `r` that meet a condition. */
export async function lockWithMainRows(tx: TenantTx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from contacts t
    where t.tenant_id = ${tx.tenantId} and t.id = any(array(
      select x.id from contacts r cross join lateral (values (r.id), (r.main_id)) as x (id)
      where r.tenant_id = ${tx.tenantId} and ${condition}
    ))
    order by t.main_id is not null, t.id for no key update of t`.execute(tx)
}

/** Columns that the rows of a contact share, except computed ones. */
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
  taxExemption: string | null
  source: string
  createdAt: string
  addedBy: string | null
  importId: string | null
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
      't.taxExemption',
      't.source',
      't.createdAt',
      't.addedBy',
      't.importId',
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
 * Distributes locked rows to contacts: the only way in which existing rows are added to a contact, separated from it,
 * and contacts are merged. Maintains the totals. Records how the numbers of a contact changed, unless the record of a
 * merge says it.
 */
export async function arrangeContacts(
  tx: TenantTx,
  contacts: readonly ContactWithRows[],
  record: 'in contact_merges' | { author: ContactAuthor; numbers: NumbersChange },
): Promise<void> {
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
  if (record !== 'in contact_merges') await recordActivity(tx, record.author, { kind: 'numbers', ...record.numbers })
}

const columnsOf = ({ custom, edits, ...values }: ContactValues) => ({
  ...values,
  custom: JSON.stringify(custom),
  edits: JSON.stringify(edits),
})

/** SQL: the stored lookup `l` of the number of `r`, with its line type. */
export const lookupOf = (tx: TenantTx) => sql`lateral (
  select l.line_type, l.looked_up_at from number_lookups l
  where l.tenant_id = ${tx.tenantId} and l.phone_number = r.phone and l.is_valid limit 1
) l`

/**
 * Adds further numbers to locked contacts, except those that a contact has already. Their rows are copies of the main
 * row. Returns what it added.
 */
export async function addFurtherNumbers<Number extends { mainId: string; phone: string }>(
  tx: TenantTx,
  author: ContactAuthor,
  numbers: readonly Number[],
): Promise<Number[]> {
  if (numbers.length === 0) return []
  const rows = numbers.map(({ mainId, phone }, position) => ({
    id: newId(),
    main_id: mainId,
    phone,
    country_code: phoneCountry(phone) ?? 'US',
    position,
  }))
  const query = sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
    id uuid, main_id uuid, phone text, country_code text, position int
  )`
  // In the order of the numbers, so that concurrent inserts don't deadlock.
  const { rows: inserted } = await sql<{ id: string }>`
    insert into contacts (tenant_id, id, main_id, phone, country_code, line_type, line_type_checked_at, ${sql.join(SHARED_COLUMNS.map((column) => sql.ref(column)))})
    select ${tx.tenantId}::uuid, r.id, m.id, r.phone, r.country_code, l.line_type, l.looked_up_at, ${sql.join(SHARED_COLUMNS.map((column) => sql.ref(`m.${column}`)))}
    from (${query}) r join contacts m on m.tenant_id = ${tx.tenantId} and m.id = r.main_id left join ${lookupOf(tx)} on true
    order by r.phone on conflict (tenant_id, phone) do nothing returning id`.execute(tx)
  const ids = new Set(inserted.map(({ id }) => id))
  if (ids.size === 0) return []
  await sql`
    with added as materialized (
      select r.main_id, array_agg(r.phone order by r.position) as phones from (${query}) r
      where r.id = any(${[...ids]}::uuid[]) group by 1
    ), arranged as materialized (
      select x.id, m.phone || m.other_phones || a.phones as phones
      from added a cross join lateral (
        select m.phone, m.other_phones from contacts m where m.tenant_id = ${tx.tenantId} and m.id = a.main_id limit 1
      ) m cross join lateral unnest(${rowIdsOfContacts(tx, sql`array[a.main_id]`)}) as x (id)
    ), changed as (${updateOfContacts(tx, {
      set: { otherPhones: sql`array_remove(r.phones, t.phone)` },
      from: sql`arranged r`,
      where: sql`t.id = r.id and t.id = any(array(select r.id from arranged r))`,
    })})
    ${insertActivities(tx, author)}`.execute(tx)
  return numbers.filter((_, position) => ids.has(rows[position]?.id ?? ''))
}
