import type { ContactCriteria, GroupMember } from '@frontdesk/contract/api'
import { CONTACT_COUNT_MAX, GROUP_ADD_MAX } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { matchingContacts } from '../contact-list/index.ts'
import { nameMatches, phoneDigits } from '../number-pairs/index.ts'
import { findVisibleContacts, isContactVisible } from '../visibility/index.ts'
import { type GroupRow, lockGroup } from './access.ts'
import { findCriteria } from './criteria.ts'
import { recordGroupChanged } from './record-group-changed.ts'

/** SQL: the ids of the members that the actor may see, at most `limit`. Members that were merged count once. */
export async function selectMembers(
  tx: TenantTx,
  actor: Actor,
  group: GroupRow,
  limit: number,
): Promise<RawBuilder<unknown>> {
  const criteria = await findCriteria(tx, group)
  if (criteria) return matchingContacts(tx, actor, criteria, limit)
  return sql`
    select distinct coalesce(t.main_id, t.id) as id from group_members gm join contacts t on t.tenant_id = ${tx.tenantId} and t.id = gm.contact_id
    where gm.tenant_id = ${tx.tenantId} and gm.group_id = ${group.id} and ${isContactVisible(tx, actor)} limit ${limit}`
}

/** SQL: the ids of chosen contacts, all of which the actor must see. */
export async function selectContacts(tx: TenantTx, actor: Actor, ids: readonly string[]): Promise<RawBuilder<unknown>> {
  const chosen = [...new Set(ids)]
  if ((await findVisibleContacts(tx, actor, chosen)).size !== chosen.length) throw new AppError('ContactNotFound')
  return sql`
    select distinct coalesce(r.main_id, r.id) as id from contacts r
    where r.tenant_id = ${tx.tenantId} and r.id = any(${chosen}::uuid[])`
}

interface MemberQuery {
  searchTerm?: string | undefined
  pageNumber: number
  pageSize: number
}

interface MemberRow {
  contactId: string
  name: string
  phone: string
  locationId: string
  isOptedOut: boolean
  n: number
}

/** Lists the members that the actor may see, by name. A dynamic group has those that match now. */
export async function listMembers(
  tx: TenantTx,
  actor: Actor,
  group: GroupRow,
  { searchTerm = '', pageNumber, pageSize }: MemberQuery,
): Promise<{ members: GroupMember[]; count: number; isCapped: boolean; hasNextPage: boolean }> {
  const digits = phoneDigits(searchTerm)
  const matches =
    searchTerm === ''
      ? sql`true`
      : digits
        ? sql`t.phone like ${`%${digits}%`}`
        : nameMatches(sql`t.name_key`, searchTerm)
  const { rows } = await sql<MemberRow>`
    select t.id as "contactId", t.name, t.phone, t.location_id as "locationId",
      exists (
        select from opt_outs o where o.tenant_id = ${tx.tenantId} and o.contact_phone = t.phone and o.is_opted_out
      ) as "isOptedOut",
      (count(*) over ())::int as n
    from (${await selectMembers(tx, actor, group, CONTACT_COUNT_MAX + 1)}) w
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = w.id
    where ${matches}
    order by t.name_order, t.id limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`.execute(tx)
  const n = rows[0]?.n ?? 0
  return {
    members: rows.map(({ contactId, locationId, n: _n, ...row }) => ({
      ...row,
      contactID: contactId,
      locationID: locationId,
    })),
    count: Math.min(n, CONTACT_COUNT_MAX),
    isCapped: n > CONTACT_COUNT_MAX,
    hasNextPage: pageNumber * pageSize < n,
  }
}

export interface MemberChoice {
  contactIDs?: string[] | undefined
  criteria?: ContactCriteria | undefined
}

/** Adds contacts to a fixed group, in one transaction. Returns how many were not members yet. */
export async function addMembers(tx: TenantTx, actor: Actor, groupId: string, choice: MemberChoice): Promise<number> {
  const group = await lockGroup(tx, actor, groupId)
  if (group.kind === 'dynamic') throw new AppError('GroupDynamic')
  const added = await insertMembers(tx, actor, group.id, choice)
  await recordGroupChanged(tx, actor, group)
  return added
}

export async function insertMembers(
  tx: TenantTx,
  actor: Actor,
  groupId: string,
  { contactIDs, criteria = {} }: MemberChoice,
): Promise<number> {
  const contacts = contactIDs
    ? await selectContacts(tx, actor, contactIDs)
    : await matchingContacts(tx, actor, criteria, GROUP_ADD_MAX + 1)
  const { rows } = await sql<{ total: number; added: number }>`
    with chosen as materialized (select w.id from (${contacts}) w), inserted as (
      insert into group_members (tenant_id, group_id, contact_id, added_at)
      select ${tx.tenantId}::uuid, ${groupId}::uuid, c.id, ${tx.now()}::timestamptz from chosen c
      on conflict do nothing returning 1
    )
    select (select count(*) from chosen)::int as total, (select count(*) from inserted)::int as added`.execute(tx)
  const { total, added } = rows[0] ?? { total: 0, added: 0 }
  if (total > GROUP_ADD_MAX) throw new AppError('TooManyContacts', { most: GROUP_ADD_MAX })
  return added
}

/** Removes contacts, all of which the actor must see, from a fixed group. Returns how many were members. */
export async function removeMembers(
  tx: TenantTx,
  actor: Actor,
  groupId: string,
  contactIds: readonly string[],
): Promise<number> {
  const group = await lockGroup(tx, actor, groupId)
  if (group.kind === 'dynamic') throw new AppError('GroupDynamic')
  const contacts = await selectContacts(tx, actor, contactIds)
  const { numDeletedRows } = await tx
    .deleteFrom('groupMembers')
    .where('tenantId', '=', tx.tenantId)
    .where('groupId', '=', group.id)
    .where(
      sql<boolean>`contact_id in (
        select f.id from contacts f where f.tenant_id = ${tx.tenantId} and (f.id in (${contacts}) or f.main_id in (${contacts}))
      )`,
    )
    .executeTakeFirstOrThrow()
  await recordGroupChanged(tx, actor, group)
  return Number(numDeletedRows)
}
