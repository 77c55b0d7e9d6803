import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { contactPhones } from '../number-pairs/index.ts'
import { type ContactAuthor, insertActivities, moveActivities, updateOfContacts } from './activities.ts'
import { countContacts, countTags } from './counts.ts'
import { lockContactsByPhone, rowIdsOfContacts } from './several-numbers.ts'

/** Deletes a contact that has no conversations, with all its numbers. */
export async function deleteContact(tx: TenantTx, id: string): Promise<void> {
  const rows = await tx
    .deleteFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`t.id = any(${rowIdsOfContacts(tx, sql`array[${id}::uuid]`)})`)
    .returning(['t.id', 't.mainId', 't.locationId', 't.source', 't.tags'])
    .execute()
  await tx
    .deleteFrom('contactActivities')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${rows.map((row) => row.id)}::uuid[])`)
    .execute()
  const main = rows.filter(({ mainId }) => mainId === null)
  await countContacts(
    tx,
    main.map(({ locationId, source }) => ({ locationId, source, n: -1 })),
  )
  await countTags(tx, { before: main.flatMap(({ tags }) => tags), after: [] })
}

/**
 * SQL: whether one of the numbers of the contact `t` has a conversation, also one that was merged, or the contact has
 * notes, payment requests, estimates, entries in the waitlist, or bookings through any of its numbers.
 */
const isUsed = (tx: TenantTx, phones: RawBuilder<unknown>) => sql`(
  exists (
    select from unnest(${phones}) as p (phone) cross join lateral (
      select from conversations c where c.tenant_id = ${tx.tenantId} and c.contact_phone = p.phone limit 1
    ) c
  )
  or exists (
    select from unnest(${phones}) as p (phone) cross join lateral (
      select from merged_conversations m where m.tenant_id = ${tx.tenantId} and m.contact_phone = p.phone limit 1
    ) m
  )
  or exists (select from contact_notes o where o.tenant_id = ${tx.tenantId} and o.contact_id = t.id offset 0)
  or exists (select from payment_documents d where d.tenant_id = ${tx.tenantId} and d.contact_id = t.id offset 0)
  or exists (select from booking_waitlist w where w.tenant_id = ${tx.tenantId} and w.contact_id = t.id offset 0)
  or exists (
    select from bookings b
    where b.tenant_id = ${tx.tenantId} and b.contact_id = any(${rowIdsOfContacts(tx, sql`array[t.id]`)}) offset 0
  )
)`

/**
 * Deletes the contacts `t` that meet a condition, except those in use: with a conversation, with notes, or with further
 * numbers other than the given ones. Returns what it deleted.
 */
export async function deleteUnusedContacts(
  tx: TenantTx,
  condition: RawBuilder<unknown>,
  numbers: RawBuilder<unknown>,
): Promise<{ id: string; locationId: string }[]> {
  // Locked first, so that the statement below sees the conversations that were started until then.
  const { rows: locked } = await sql<{ id: string }>`
    select t.id from contacts t where t.tenant_id = ${tx.tenantId} and ${condition} order by t.id for update of t`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string; mainId: string | null; locationId: string; source: string; tags: string[] }>`
    with unused as materialized (
      select t.id from contacts t
      where t.tenant_id = ${tx.tenantId} and t.id = any(${locked.map(({ id }) => id)}::uuid[]) and t.main_id is null
        and t.other_phones <@ ${numbers} and not ${isUsed(tx, contactPhones())}
    ), deleted as (
      delete from contacts t
      where t.tenant_id = ${tx.tenantId} and t.id = any(${rowIdsOfContacts(tx, sql`array(select u.id from unused u)`)})
      returning t.id, t.main_id, t.location_id, t.source, t.tags
    ), activities as (
      delete from contact_activities a where a.tenant_id = ${tx.tenantId} and a.contact_id = any(array(select d.id from deleted d))
    )
    select d.id, d.main_id as "mainId", d.location_id as "locationId", d.source, d.tags from deleted d`.execute(tx)
  const deleted = rows.filter(({ mainId }) => mainId === null)
  await countContacts(
    tx,
    deleted.map(({ locationId, source }) => ({ locationId, source, n: -1 })),
  )
  await countTags(tx, { before: deleted.flatMap(({ tags }) => tags), after: [] })
  return deleted
}

/** Removes further numbers without conversations and notes from their contacts. Returns these contacts. */
export async function removeUnusedNumbers(
  tx: TenantTx,
  author: ContactAuthor,
  phones: readonly string[],
): Promise<{ id: string; locationId: string }[]> {
  if (phones.length === 0) return []
  await lockContactsByPhone(tx, phones)
  const { rows } = await sql<{ id: string; rowId: string; phone: string; locationId: string }>`
    delete from contacts t
    where t.tenant_id = ${tx.tenantId} and t.phone = any(${[...phones]}::text[]) and t.main_id is not null
      and not ${isUsed(tx, sql`array[t.phone]`)}
    returning t.main_id as id, t.id as "rowId", t.phone, t.location_id as "locationId"`.execute(tx)
  if (rows.length === 0) return []
  // A row of a contact that was merged has activities of its own, which stay with the contact.
  await moveActivities(
    tx,
    rows.map(({ id, rowId }) => ({ from: rowId, to: id })),
  )
  const mainIds = rows.map(({ id }) => id)
  const removed = rows.map(({ phone }) => phone)
  await sql`
    with changed as (${updateOfContacts(tx, {
      set: {
        otherPhones: sql`array(
          select o.phone from unnest(t.other_phones) with ordinality as o (phone, position)
          where o.phone <> all(${removed}::text[]) order by o.position
        )`,
      },
      where: sql`t.id = any(${rowIdsOfContacts(tx, sql`${mainIds}::uuid[]`)})`,
    })})
    ${insertActivities(tx, author)}`.execute(tx)
  return rows
}
