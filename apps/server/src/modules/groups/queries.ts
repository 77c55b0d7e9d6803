import type { Group } from '@frontdesk/contract/api'
import { can, GROUP_REPLY_DAYS, GROUPS_MAX, toSid, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { contactOf } from '../contact-rows/index.ts'
import { findActivity } from '../group-messages/index.ts'
import { nameMatches } from '../number-pairs/index.ts'
import { isContactVisible, isInScope, mayEditInScope } from '../visibility/index.ts'
import { accessGroup, type GroupRow, toGroupRow } from './access.ts'
import { findFollowedSegments } from './criteria.ts'

async function toGroups(tx: TenantTx, actor: Actor, rows: readonly GroupRow[]): Promise<Group[]> {
  const ids = rows.map(({ id }) => id)
  const followed = await findFollowedSegments(tx, rows)
  const [activity, counts] = await Promise.all([
    findActivity(tx, actor, ids, GROUP_REPLY_DAYS),
    countMembers(tx, actor, ids),
  ])
  return rows.map((row) => ({
    sid: toSid('GC', row.id),
    name: row.name,
    locationID: row.locationId,
    kind: row.kind,
    criteria: followed.get(row.id)?.criteria ?? row.criteria,
    segmentName: followed.get(row.id)?.name ?? null,
    members: row.kind === 'dynamic' ? null : (counts.get(row.id) ?? 0),
    unreadReplies: activity.get(row.id)?.unreadReplies ?? 0,
    latestMessage: activity.get(row.id)?.latestMessage ?? null,
    latestMessageOnUtc: activity.get(row.id)?.latestMessageAt ?? null,
    createdOnUtc: row.createdAt,
    version: row.version,
    isAddingMembers: row.isAddingMembers,
    canEdit: can(actor, 'contacts_edit') && mayEditInScope(actor, row.locationId),
  }))
}

async function countMembers(tx: TenantTx, actor: Actor, groupIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select gm.group_id as id, count(distinct coalesce(t.main_id, t.id))::int as n
    from group_members gm cross join ${contactOf(tx, sql`gm.contact_id`)}
    where gm.tenant_id = ${tx.tenantId} and gm.group_id = any(${[...groupIds]}::uuid[]) and ${isContactVisible(tx, actor)}
    group by 1`.execute(tx)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Lists the groups that the actor may see: those with the latest message first, then by name. */
export async function listGroups(tx: TenantTx, actor: Actor): Promise<Group[]> {
  const rows = await tx
    .selectFrom('groups as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where(isInScope(actor, 'g.location_id'))
    .orderBy(sql`lower(g.name)`)
    .orderBy('g.id')
    .limit(GROUPS_MAX)
    .selectAll('g')
    .execute()
  const groups = await toGroups(tx, actor, rows.map(toGroupRow))
  return groups.toSorted((a, b) => (b.latestMessageOnUtc ?? '').localeCompare(a.latestMessageOnUtc ?? ''))
}

export async function getGroup(tx: TenantTx, actor: Actor, id: string): Promise<Group> {
  const [group] = await toGroups(tx, actor, [await accessGroup(tx, actor, id)])
  if (!group) throw new Error('A group was not found in the transaction that read it.')
  return group
}

interface GroupSearch {
  text: string
  locationIDs?: string[] | undefined
  limit: number
}

/**
 * Finds groups by name, regardless of case, accents and word order. Business-wide groups are found at every location.
 */
export async function searchGroups(
  tx: TenantTx,
  viewer: Viewer,
  { text, locationIDs, limit }: GroupSearch,
): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('groups as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where(isInScope(viewer, 'g.location_id'))
    .where(nameMatches(sql`name_key(g.name)`, text))
    .$if(locationIDs !== undefined, (query) =>
      query.where(isInScope({ locationIds: locationIDs ?? null }, 'g.location_id')),
    )
    .orderBy(sql`lower(g.name)`)
    .orderBy('g.id')
    .limit(limit)
    .select(['g.id', 'g.name'])
    .execute()
}
