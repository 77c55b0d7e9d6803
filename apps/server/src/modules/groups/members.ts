import type { ContactCriteria, GroupMember } from '@frontdesk/contract/api'
import { CONTACT_COUNT_MAX, GROUP_BATCH } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { lookUp, matches, readContactCursor } from '../contact-list/index.ts'
import { hasOptedOut } from '../messaging/index.ts'
import { type GroupRow, lockGroup } from './access.ts'
import { matchesMembers, selectContacts, selectMatching, selectMembers } from './audience.ts'
import { addMembersSpec } from './job-specs.ts'
import { recordGroupChanged } from './record-group-changed.ts'

interface MemberQuery {
  searchTerm?: string | undefined
  cursor?: string | undefined
  pageNumber: number
  pageSize: number
}

interface MemberRow {
  contactId: string
  name: string
  phone: string
  locationId: string
  isOptedOut: boolean
  nameOrder: string
}

interface MemberPage {
  members: GroupMember[]
  count: number
  isCapped: boolean
  hasNextPage: boolean
  nextCursor: string | null
}

/**
 * Lists the members that the actor may see, by name. A dynamic group has those that match now. Up to so many members
 * are selected and sorted; of more, a page is read by walking through the contacts in the order of their names.
 */
export async function listMembers(
  tx: TenantTx,
  actor: Actor,
  group: GroupRow,
  { searchTerm = '', cursor, pageNumber, pageSize }: MemberQuery,
): Promise<MemberPage> {
  const search = searchTerm === '' ? null : { searchTerm }
  const matching = search ? matches(tx, actor, search, await lookUp(tx, actor, search)) : sql`true`
  const most = CONTACT_COUNT_MAX + 1
  const members = await selectMembers(tx, actor, group, { limit: search ? null : most })
  const select = (from: RawBuilder<unknown>) => sql`
    select t.id from contacts t where t.tenant_id = ${tx.tenantId} and t.id = any(array(select m.id from ${from} m)) and ${matching} limit ${most}`
  const { rows: counts } = await sql<{ read: number; n: number }>`
    with members as materialized (${members})
    select (select count(*) from members)::int as read, (select count(*) from (${select(sql`members`)}) s)::int as n`.execute(
    tx,
  )
  const { read = 0, n = 0 } = counts[0] ?? {}
  // A merged member fills several of the rows read, so there may be more members although `n` is below the limit.
  const isCapped = n >= most || (!search && read >= most)
  const isMember = isCapped
    ? sql`${await matchesMembers(tx, actor, group)} and ${matching}`
    : sql`t.id = any(array(${select(sql`(${members})`)}))`
  const after = cursor === undefined ? null : readContactCursor(cursor, 'name')
  const { rows } = await sql<MemberRow>`
    select t.id as "contactId", t.name, t.phone, t.location_id as "locationId", ${hasOptedOut(tx, 't.phone')} as "isOptedOut",
      t.name_order as "nameOrder"
    from (
      select t.id, t.name, t.phone, t.location_id, t.name_order from contacts t
      where t.tenant_id = ${tx.tenantId} and t.main_id is null and ${isMember}
        ${after ? sql`and (t.name_order, t.id) > (${after.key}, ${after.id}::uuid)` : sql``}
      order by t.name_order, t.id limit ${pageSize + 1} offset ${after ? 0 : (pageNumber - 1) * pageSize}
    ) t
    order by t.name_order, t.id`.execute(tx)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const hasNextPage = rows.length > pageSize
  return {
    members: shown.map(({ contactId, locationId, nameOrder: _order, ...row }) => ({
      ...row,
      contactID: contactId,
      locationID: locationId,
    })),
    count: isCapped ? CONTACT_COUNT_MAX : n,
    isCapped,
    hasNextPage,
    nextCursor: hasNextPage && last ? `${last.nameOrder}|${last.contactId}` : null,
  }
}

export interface MemberChoice {
  contactIDs?: string[] | undefined
  criteria?: ContactCriteria | undefined
}

/** Adds contacts to a fixed group. Returns how many were not members yet; a job adds those beyond the first batch. */
export async function addMembers(tx: TenantTx, actor: Actor, groupId: string, choice: MemberChoice): Promise<number> {
  const group = await lockGroup(tx, actor, groupId)
  if (group.kind === 'dynamic') throw new AppError('GroupDynamic')
  const added = await insertMembers(tx, actor, group.id, choice)
  await recordGroupChanged(tx, actor, group)
  return added
}

/** Adds contacts to a locked fixed group: chosen ones, all of which the actor must see, or all that match. */
export async function insertMembers(
  tx: TenantTx,
  actor: Actor,
  groupId: string,
  { contactIDs, criteria = {} }: MemberChoice,
): Promise<number> {
  if (contactIDs) {
    const { read, present, added } = await insertPage(tx, groupId, await selectContacts(tx, actor, contactIDs))
    if (present < read) throw new AppError('ContactNotFound')
    return added
  }
  const page = await selectMatching(tx, actor, criteria, { after: null, limit: GROUP_BATCH })
  const { read, added, last } = await insertPage(tx, groupId, page)
  if (read < GROUP_BATCH || last === null) return added
  await setAddingMembers(tx, groupId, true)
  await enqueue(tx, addMembersSpec({ tenantId: tx.tenantId, groupId, userId: actor.userId, criteria, after: last }))
  return added
}

/**
 * Adds a page of contacts. They are locked against deletion, which would violate a foreign key; those deleted meanwhile
 * are left out.
 */
export async function insertPage(
  tx: TenantTx,
  groupId: string,
  page: RawBuilder<unknown>,
): Promise<{ read: number; present: number; added: number; last: string | null }> {
  const { rows } = await sql<{ read: number; present: number; added: number; last: string | null }>`
    with page as materialized (select w.id, w.key from (${page}) w), present as materialized (
      select t.id from contacts t where t.tenant_id = ${tx.tenantId} and t.id = any(array(select p.id from page p)) for key share
    ), inserted as (
      insert into group_members (tenant_id, group_id, contact_id, added_at)
      select ${tx.tenantId}::uuid, ${groupId}::uuid, p.id, ${tx.now()}::timestamptz from present p
      on conflict do nothing returning 1
    )
    select (select count(*) from page)::int as read, (select count(*) from present)::int as present,
      (select count(*) from inserted)::int as added, (select p.key from page p order by p.key desc limit 1) as last`.execute(
    tx,
  )
  return rows[0] ?? { read: 0, present: 0, added: 0, last: null }
}

export async function setAddingMembers(tx: TenantTx, groupId: string, isAddingMembers: boolean): Promise<void> {
  await tx
    .updateTable('groups')
    .set({ isAddingMembers })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', groupId)
    .execute()
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
        select f.id from contacts f, (${contacts}) w
        where f.tenant_id = ${tx.tenantId} and (f.id = w.id or f.main_id = w.id)
      )`,
    )
    .executeTakeFirstOrThrow()
  await recordGroupChanged(tx, actor, group)
  return Number(numDeletedRows)
}
