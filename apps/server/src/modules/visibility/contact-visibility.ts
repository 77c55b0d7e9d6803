import { can, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { contactPhones, isThreadOf } from '../number-pairs/index.ts'
import { isVisible } from './conversation-visibility.ts'

// Access to contacts: docs/decisions/20261122T0550-who-may-see-a-contact.md. All code that shows or changes a contact
// checks access here.

/** SQL: whether the conversation `c` grants its viewers access to the contact with these numbers. */
export const grantsAccessTo = (tx: TenantTx, phones: RawBuilder<unknown>) => sql<boolean>`c.id in (
  select o.id from conversations o
  where o.tenant_id = ${tx.tenantId} and o.contact_phone = any(${phones}) and not o.is_contact_restricted
  union all
  select v.into_id from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.contact_phone = any(${phones})
)`

/** Whether the viewer may see every conversation at their locations, regardless of assignee. */
export const seesAnyAssignee = (viewer: Viewer): boolean =>
  can(viewer, 'convos_view_assigned_to_others') && can(viewer, 'convos_view_unassigned_conversations')

/** Whether the viewer may see every contact and conversation. */
export const seesEverything = (viewer: Viewer): boolean => viewer.locationIds === null && seesAnyAssignee(viewer)

/**
 * SQL: whether the viewer may see the contact `t`, which takes one of the conversations that grant access to it, with
 * any of its numbers, or, if there is none, its location. All rows of a contact give the same answer.
 */
export function isContactVisible(tx: TenantTx, viewer: Viewer): RawBuilder<boolean> {
  if (seesEverything(viewer)) return sql<boolean>`true`
  const granting = sql`select from conversations c where c.tenant_id = ${tx.tenantId} and ${grantsAccessTo(tx, contactPhones())}`
  const isHere = viewer.locationIds === null ? sql`true` : sql`t.location_id = any(${[...viewer.locationIds]}::uuid[])`
  return sql<boolean>`(exists (${granting} and ${isVisible(viewer, 'c')}) or (${isHere} and not exists (${granting})))`
}

/**
 * SQL: the id of the newest conversation that the viewer may see with any number of the contact `t`, including those
 * that others were merged into; null if there is none. The limit in the join makes it look these up one by one:
 * otherwise it is planned for an average tenant, and reads all conversations of a big one for each contact.
 */
export const newestThreadId = (tx: TenantTx, viewer: Viewer) => sql<string | null>`(
  select n.id from (
    select c.id, c.sorted_at from conversations c
    where c.tenant_id = ${tx.tenantId} and c.contact_phone = any(${contactPhones()}) and ${isVisible(viewer, 'c')}
    union all
    select c.id, c.sorted_at from merged_conversations v
    cross join lateral (
      select c.id, c.sorted_at from conversations c
      where c.tenant_id = ${tx.tenantId} and c.id = v.into_id and ${isVisible(viewer, 'c')} limit 1
    ) c
    where v.tenant_id = ${tx.tenantId} and v.contact_phone = any(${contactPhones()})
  ) n order by n.sorted_at desc, n.id desc limit 1
)`

/** The ids among these whose contacts the viewer may see. */
export async function findVisibleContacts(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.id', 'in', [...ids])
    .where(isContactVisible(tx, viewer))
    .select('t.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** All numbers of the contact with a number, that one first; it alone if the viewer may not see the contact. */
export async function findVisiblePhones(tx: TenantTx, viewer: Viewer, phone: string): Promise<string[]> {
  const contact = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.phone', '=', phone)
    .where(isContactVisible(tx, viewer))
    .select('t.otherPhones')
    .executeTakeFirst()
  return [phone, ...(contact?.otherPhones ?? [])]
}

/** Whether the viewer may see the contact with a number; true when no contact has it. */
export async function seesNumber(tx: TenantTx, viewer: Viewer, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from contacts t
    where t.tenant_id = ${tx.tenantId} and t.phone = ${phone} and not ${isContactVisible(tx, viewer)}`.execute(tx)
  return rows.length === 0
}

/** SQL: whether the viewer sees every conversation with any of the numbers of the contact `t`. */
export const seesAllOfContact = (tx: TenantTx, viewer: Viewer): RawBuilder<boolean> =>
  seesEverything(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(not exists (
        select from conversations c
        where c.tenant_id = ${tx.tenantId} and ${isThreadOf(tx, contactPhones())} and not ${isVisible(viewer, 'c')}
      ))`

/** Whether the viewer may see the contact with a number, and every conversation with each of these numbers. */
export async function seesAllOfNumbers(tx: TenantTx, viewer: Viewer, phones: readonly string[]): Promise<boolean> {
  for (const phone of phones) if (!(await seesNumber(tx, viewer, phone))) return false
  const { rows } = await sql`
    select from conversations c
    where c.tenant_id = ${tx.tenantId} and ${isThreadOf(tx, sql`${[...phones]}::text[]`)} and not ${isVisible(viewer, 'c')}
    limit 1`.execute(tx)
  return rows.length === 0
}

/** Guards changes that affect every conversation with these numbers: throws unless the viewer can see all of them. */
export async function assertSeesAllOfNumbers(tx: TenantTx, viewer: Viewer, phones: readonly string[]): Promise<void> {
  if (!(await seesAllOfNumbers(tx, viewer, phones))) throw new AppError('ContactRestricted')
}

/** Throws the same error for a hidden contact as for one that does not exist. */
export async function assertSeesContact(tx: TenantTx, viewer: Viewer, id: string): Promise<void> {
  if (!(await findVisibleContacts(tx, viewer, [id])).has(id)) throw new AppError('ContactNotFound')
}

/** The locations of the contacts and the conversations with these numbers. */
export async function locationsOfNumbers(tx: TenantTx, phones: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`t.phone = any(${[...phones]}::text[])`)
    .select('t.locationId')
    .union(
      tx
        .selectFrom('conversations as c')
        .where('c.tenantId', '=', tx.tenantId)
        .where(isThreadOf(tx, sql`${[...phones]}::text[]`))
        .select('c.locationId'),
    )
    .execute()
  return rows.map(({ locationId }) => locationId)
}
