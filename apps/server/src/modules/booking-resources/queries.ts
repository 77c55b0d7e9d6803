import type { BookingResource, HoursException, WeekHours } from '@frontdesk/contract/api'
import { can, type ResourceKind, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { executePrepared, idsOf, type TenantTx } from '../../platform/database/database.ts'
import { toArray } from '../../platform/database/to-array.ts'
import { toMs } from '../../platform/database/to-ms.ts'
import { AppError } from '../../platform/errors.ts'

const DAY_MS = 24 * 60 * 60_000
/** Upper bound for a claim of a booking, so that the claims in a period are found by their start. */
export const LONGEST_CLAIM_MS = 2 * DAY_MS

export interface ResourceRow {
  id: string
  kind: ResourceKind
  userId: string | null
  /** Of a teammate, the name of their account. */
  name: string
  pictureUrl: string | null
  /** The locations where it can be booked. */
  locationIds: string[]
  position: number
  /** Also of teammates who left. */
  archivedAt: string | null
  version: number
}

const selectResources = (tx: TenantTx) =>
  tx
    .selectFrom('bookingResources as r')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'r.userId'))
    .where('r.tenantId', '=', tx.tenantId)
    .select(['r.id', 'r.kind', 'r.userId', 'r.position', 'r.version', 'u.profileUrl as pictureUrl'])
    .select(({ fn, selectFrom }) => [
      fn.coalesce('u.displayName', 'r.name').as('name'),
      fn.coalesce('r.archivedAt', 'u.removedAt').as('archivedAt'),
      toArray(
        selectFrom('bookingHours as h')
          .where('h.tenantId', '=', tx.tenantId)
          .whereRef('h.resourceId', '=', 'r.id')
          .orderBy('h.locationId')
          .select('h.locationId'),
      ).as('locationIds'),
    ])

/** SQL: whether the resource `r` has hours at one of these locations. */
const isAt = (tx: TenantTx, locationIds: readonly string[]) => sql<boolean>`exists (
  select from booking_hours h
  where h.tenant_id = ${tx.tenantId} and h.resource_id = r.id and h.location_id = any(${[...locationIds]}::uuid[])
)`

/** Resources of these ids, archived ones too. */
export const findResources = async (tx: TenantTx, ids: readonly string[]): Promise<ResourceRow[]> =>
  ids.length === 0 ? [] : executePrepared(tx, selectResources(tx).where(sql<boolean>`r.id = any(${idsOf(ids)})`))

/** A resource with its hours at a location, as far as they matter in a period. */
export interface BookableResource {
  id: string
  kind: ResourceKind
  position: number
  /** Also of teammates who left. */
  archivedAt: string | null
  /** Null: the business hours of the location. */
  week: WeekHours | null
  exceptions: HoursException[]
  /** Blocked times in epoch milliseconds, with their reasons. */
  blocks: [number, number, string][]
}

/**
 * The resources with hours at a location, in their order; archived ones too. Exceptions and blocks are read for a day
 * more on both sides.
 */
export const listBookableResources = (
  tx: TenantTx,
  locationId: string,
  { from, until }: { from: number; until: number },
): Promise<BookableResource[]> => {
  const dayBefore = new Date(from - DAY_MS).toISOString()
  const dayAfter = new Date(until + DAY_MS).toISOString()
  return executePrepared(
    tx,
    tx
      .selectFrom('bookingHours as h')
      .innerJoin('bookingResources as r', (join) =>
        join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'h.resourceId'),
      )
      .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'r.userId'))
      .where('h.tenantId', '=', tx.tenantId)
      .where('h.locationId', '=', locationId)
      .select(['r.id', 'r.kind', 'r.position', 'h.week'])
      .select(({ fn, selectFrom }) => [
        fn.coalesce('r.archivedAt', 'u.removedAt').as('archivedAt'),
        jsonArrayFrom(
          selectFrom('bookingHoursExceptions as e')
            .where('e.tenantId', '=', tx.tenantId)
            .whereRef('e.resourceId', '=', 'h.resourceId')
            .where('e.date', '>=', dayBefore.slice(0, 10))
            .where('e.date', '<=', dayAfter.slice(0, 10))
            .select(['e.date', 'e.name', 'e.spans']),
        ).as('exceptions'),
        sql<[number, number, string][]>`array_to_json(array(
          select json_build_array(${toMs(sql`k.starts_at`)}, ${toMs(sql`k.ends_at`)}, k.reason) from booking_blocks k
          where k.tenant_id = ${tx.tenantId} and k.resource_id = h.resource_id and k.ends_at > ${dayBefore}
            and k.starts_at < ${dayAfter} order by k.starts_at
        ))`.as('blocks'),
      ])
      .orderBy('r.position')
      .orderBy('r.id')
      .limit(1000),
  )
}

/** Locks resources in the order of their ids, so that bookings do not deadlock. */
export async function lockResources(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('bookingResources')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Locks the first of several resources that no other transaction has locked, without waiting; null if there is none.
 */
export async function lockFirstUnlocked(tx: TenantTx, ids: readonly string[]): Promise<string | null> {
  const row = await tx
    .selectFrom('bookingResources')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], id)`)
    .select('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id ?? null
}

/** The resources at the viewer’s locations, in their order; their own always. */
const visibleResources = (tx: TenantTx, { locationIds, userId }: Viewer) =>
  selectResources(tx).$if(locationIds !== null, (query) =>
    query.where((where) => where.or([where('r.userId', '=', userId), isAt(tx, locationIds ?? [])])),
  )

export async function listResources(
  tx: TenantTx,
  viewer: Viewer,
  { includesArchived }: { includesArchived: boolean },
): Promise<BookingResource[]> {
  const rows = await visibleResources(tx, viewer)
    .orderBy(sql`array_position(array['teammate', 'room', 'equipment'], r.kind)`)
    .orderBy('r.position')
    .orderBy('r.id')
    .limit(1000)
    .execute()
  return rows.filter(({ archivedAt }) => includesArchived || archivedAt === null).map((row) => toResource(row, viewer))
}

/** The resource with an id, if the viewer sees it; archived ones too. */
export const findResource = (tx: TenantTx, viewer: Viewer, id: string): Promise<ResourceRow | undefined> =>
  visibleResources(tx, viewer).where('r.id', '=', id).executeTakeFirst()

/** The only way from an id to a resource that the viewer sees. */
export async function accessResource(tx: TenantTx, viewer: Viewer, id: string): Promise<ResourceRow> {
  const row = await findResource(tx, viewer, id)
  if (!row) throw new AppError('ResourceNotFound')
  return row
}

/**
 * Whether the viewer may change the hours and blocks of a resource: their own, or with the right at all its locations.
 */
export const mayEditHours = (viewer: Viewer, { userId, locationIds }: ResourceRow): boolean =>
  userId === viewer.userId || (can(viewer, 'admin_manage_settings') && seesAll(viewer, locationIds))

/** Whether the viewer has all these locations. */
export const seesAll = (viewer: Viewer, locationIds: readonly string[]): boolean =>
  viewer.locationIds === null || locationIds.every((id) => viewer.locationIds?.includes(id))

export const toResource = (
  { archivedAt, locationIds, userId, position: _position, ...row }: ResourceRow,
  viewer: Viewer,
): BookingResource => ({
  ...row,
  userID: userId,
  locationIDs: viewer.locationIds === null ? locationIds : locationIds.filter((id) => viewer.locationIds?.includes(id)),
  isArchived: archivedAt !== null,
  isOwn: userId === viewer.userId,
})
