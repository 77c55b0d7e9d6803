import type { LocationConsequences, LocationOverview } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { LocationRow } from './rows.ts'

const visibleLocations = (tx: TenantTx, actor: Actor) => {
  const all = tx.selectFrom('locations').where('locations.tenantId', '=', tx.tenantId)
  return actor.locationIds === null ? all : all.where('locations.id', 'in', [...actor.locationIds, NO_LOCATION])
}

/** Matches no row; `IN ()` is invalid SQL. */
const NO_LOCATION = '00000000-0000-0000-0000-000000000000'

export const listLocations = (tx: TenantTx, actor: Actor): Promise<LocationRow[]> =>
  visibleLocations(tx, actor)
    .leftJoin('phoneNumbers', (join) =>
      join
        .onRef('phoneNumbers.tenantId', '=', 'locations.tenantId')
        .onRef('phoneNumbers.locationId', '=', 'locations.id'),
    )
    .distinctOn('locations.id')
    .orderBy('locations.id')
    .orderBy('phoneNumbers.createdAt')
    .selectAll('locations')
    .select('phoneNumbers.phoneNumber')
    .limit(1000)
    .execute()

/** Finds a location the actor may see. */
export const findLocation = (tx: TenantTx, actor: Actor, id: string) =>
  visibleLocations(tx, actor).where('locations.id', '=', id).selectAll('locations').executeTakeFirst()

/** Finds the default location for requests without one. */
export const findOldestLocation = (tx: TenantTx, actor: Actor) =>
  visibleLocations(tx, actor)
    .orderBy('locations.createdAt')
    .orderBy('locations.id')
    .selectAll('locations')
    .limit(1)
    .executeTakeFirst()

/** Locks and finds a location the actor may see. */
export const lockLocation = (tx: TenantTx, actor: Actor, id: string) =>
  visibleLocations(tx, actor).where('locations.id', '=', id).selectAll('locations').forNoKeyUpdate().executeTakeFirst()

/** Finds an existing location with the columns of responses. */
export const findLocationRow = (tx: TenantTx, id: string): Promise<LocationRow> =>
  tx
    .selectFrom('locations')
    .leftJoin('phoneNumbers', (join) =>
      join
        .onRef('phoneNumbers.tenantId', '=', 'locations.tenantId')
        .onRef('phoneNumbers.locationId', '=', 'locations.id'),
    )
    .where('locations.tenantId', '=', tx.tenantId)
    .where('locations.id', '=', id)
    .orderBy('phoneNumbers.createdAt')
    .selectAll('locations')
    .select('phoneNumbers.phoneNumber')
    .limit(1)
    .executeTakeFirstOrThrow()

const MAX_MEMBERS = 6

/** Lists numbers and members of the actor's locations. Users with all locations are members of each. */
export async function listOverview(tx: TenantTx, actor: Actor): Promise<LocationOverview[]> {
  const { rows } = await sql<LocationOverview>`
    select l.id as "locationID",
      coalesce((
        select jsonb_agg(p.phone_number order by p.created_at, p.id) from phone_numbers p
        where p.tenant_id = ${tx.tenantId} and p.location_id = l.id
      ), '[]') as "phoneNumbers",
      coalesce((
        select jsonb_agg(jsonb_build_object('userID', m.id, 'displayName', m.display_name, 'profileUrl', m.profile_url) order by m.display_name, m.id)
        from (select id, display_name, profile_url from ${selectMembers(tx)} order by u.display_name, u.id limit ${MAX_MEMBERS}) m
      ), '[]') as members,
      (select count(*)::int from ${selectMembers(tx)}) as "memberCount"
    from locations l
    where l.tenant_id = ${tx.tenantId} and ${actor.locationIds === null ? sql`true` : sql`l.id = any(${[...actor.locationIds]}::uuid[])`}
    order by l.id limit 1000`.execute(tx)
  return rows
}

/** SQL: the users of the tenant who may see the location `l`. */
const selectMembers = (
  tx: TenantTx,
) => sql`users u where u.tenant_id = ${tx.tenantId} and u.removed_at is null and (u.has_all_locations or exists (
  select from user_locations ul where ul.tenant_id = ${tx.tenantId} and ul.user_id = u.id and ul.location_id = l.id))`

/** Counts what has to move before a location can be removed. */
export async function countConsequences(tx: TenantTx, id: string): Promise<LocationConsequences> {
  const { rows } = await sql<LocationConsequences>`
    select
      (select count(*)::int from phone_numbers p where p.tenant_id = ${tx.tenantId} and p.location_id = ${id}) as "phoneNumbers",
      (select coalesce(sum(n.n), 0)::int from conversation_counts n
       where n.tenant_id = ${tx.tenantId} and n.location_id = ${id} and not n.is_closed) as "openConversations",
      (select coalesce(sum(n.n), 0)::int from conversation_counts n
       where n.tenant_id = ${tx.tenantId} and n.location_id = ${id} and n.is_closed) as "closedConversations",
      (select count(*)::int from contacts c where c.tenant_id = ${tx.tenantId} and c.location_id = ${id}) as contacts,
      (select count(*)::int from user_locations ul where ul.tenant_id = ${tx.tenantId} and ul.location_id = ${id}) as members,
      exists (
        select from business_hours h where h.tenant_id = ${tx.tenantId} and h.location_id = ${id}
      ) as "hasBusinessHours"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A select without a table returns one row.')
  return row
}

export const countLocations = async (tx: TenantTx): Promise<number> => {
  const rows = await tx
    .selectFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.length
}
