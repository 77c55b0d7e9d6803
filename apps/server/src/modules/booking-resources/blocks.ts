import type { BookingBlock, TimeOff } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { localTimesAt } from './keep-block-times.ts'
import { accessResource, findResources, lockResources, mayEditHours, type ResourceRow, seesAll } from './queries.ts'

const BLOCKS_MAX = 500
const DAY_MS = 24 * 60 * 60_000
const LONGEST_BLOCK_MS = 366 * DAY_MS

interface BlockRow {
  id: string
  resourceId: string
  locationId: string | null
  reason: string
  from: string
  until: string
}

const selectBlocks = (tx: TenantTx) =>
  tx
    .selectFrom('bookingBlocks as k')
    .where('k.tenantId', '=', tx.tenantId)
    .select(['k.id', 'k.resourceId', 'k.locationId', 'k.reason'])
    .select(['k.startsAt as from', 'k.endsAt as until'])

interface Shown {
  from: string
  until: string
  locationIDs?: readonly string[] | undefined
  resourceIDs?: readonly string[] | undefined
}

/** The blocks in a period at the viewer’s locations. Reasons are for those who may edit them. */
export async function listBlocks(
  tx: TenantTx,
  viewer: Viewer,
  { from, until, locationIDs, resourceIDs }: Shown,
): Promise<BookingBlock[]> {
  const rows = await selectBlocks(tx)
    .where('k.endsAt', '>', from)
    .where('k.startsAt', '<', until)
    .$if(resourceIDs !== undefined, (query) =>
      query.where(sql<boolean>`k.resource_id = any(${[...(resourceIDs ?? [])]}::uuid[])`),
    )
    .orderBy('k.startsAt')
    .limit(5000)
    .execute()
  const resources = await findResourcesShown(tx, viewer, { rows, locationIDs })
  return rows.flatMap((row) => {
    const resource = resources.get(row.resourceId)
    return resource ? [toBlock(row, viewer, mayEditHours(viewer, resource))] : []
  })
}

/** The days in a period that resources at the viewer’s locations have off. Names are for those who may edit them. */
export async function listTimeOff(
  tx: TenantTx,
  viewer: Viewer,
  { from, until, locationIDs, resourceIDs }: Shown,
): Promise<TimeOff[]> {
  const rows = await tx
    .selectFrom('bookingHoursExceptions')
    .where('tenantId', '=', tx.tenantId)
    // Days of any time zone.
    .where(
      sql<boolean>`date between ${shift(from, -DAY_MS)}::timestamptz::date and ${shift(until, DAY_MS)}::timestamptz::date`,
    )
    .where(sql<boolean>`jsonb_array_length(spans) = 0`)
    .$if(resourceIDs !== undefined, (query) =>
      query.where(sql<boolean>`resource_id = any(${[...(resourceIDs ?? [])]}::uuid[])`),
    )
    .orderBy('date')
    .orderBy('resourceId')
    .select(['resourceId', 'date', 'name'])
    .limit(5000)
    .execute()
  const resources = await findResourcesShown(tx, viewer, { rows, locationIDs })
  return rows.flatMap(({ resourceId, date, name }) => {
    const resource = resources.get(resourceId)
    return resource ? [{ resourceID: resourceId, date, name: mayEditHours(viewer, resource) ? name : '' }] : []
  })
}

/** The resources of these rows that are at the viewer’s locations, or their own, and at one of the chosen locations. */
async function findResourcesShown(
  tx: TenantTx,
  viewer: Viewer,
  { rows, locationIDs }: { rows: readonly { resourceId: string }[]; locationIDs?: readonly string[] | undefined },
): Promise<Map<string, ResourceRow>> {
  const resources = await findResources(tx, [...new Set(rows.map(({ resourceId }) => resourceId))])
  const isShown = ({ locationIds, userId }: ResourceRow) => {
    const isHere = (ids: readonly string[] | null) => ids === null || locationIds.some((id) => ids.includes(id))
    return (userId === viewer.userId || isHere(viewer.locationIds)) && isHere(locationIDs ?? null)
  }
  return new Map(resources.filter(isShown).map((row) => [row.id, row]))
}

const toBlock = (
  { id, resourceId, locationId, reason, from, until }: BlockRow,
  viewer: Viewer,
  mayRead: boolean,
): BookingBlock => ({
  id,
  resourceID: resourceId,
  locationID: locationId !== null && seesAll(viewer, [locationId]) ? locationId : null,
  startsOnUtc: from,
  endsOnUtc: until,
  reason: mayRead ? reason : '',
})

type NewBlock = Omit<BookingBlock, 'id' | 'locationID'> & { locationID?: string | undefined }

/** Blocks a time of a resource. Bookings in it stay. */
export async function addBlock(
  tx: TenantTx,
  actor: Actor,
  { resourceID, locationID, startsOnUtc, endsOnUtc, reason }: NewBlock,
): Promise<BookingBlock> {
  const resource = await accessResource(tx, actor, resourceID)
  assertMayEditHours(actor, resource)
  if (locationID !== undefined && !resource.locationIds.includes(locationID)) throw new AppError('LocationNotFound')
  const from = readInstant(startsOnUtc, 'startsOnUtc')
  const until = readInstant(endsOnUtc, 'endsOnUtc')
  if (!isAfter(until, from)) throw invalidInput('endsOnUtc', 'After its start')
  if (isAfter(until, shift(from, LONGEST_BLOCK_MS))) throw invalidInput('endsOnUtc', 'At most a year later')
  const locationId = locationID ?? resource.locationIds[0] ?? null
  const localTimes = locationId === null ? null : await localTimesAt(tx, locationId, { from, until })
  await lockResources(tx, [resource.id])
  const { count } = await tx
    .selectFrom('bookingBlocks as k')
    .where('k.tenantId', '=', tx.tenantId)
    .where('k.resourceId', '=', resource.id)
    .where('k.endsAt', '>', tx.now())
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= BLOCKS_MAX) throw new AppError('TooManyBlocks')
  const id = newId()
  await tx
    .insertInto('bookingBlocks')
    .values({
      tenantId: tx.tenantId,
      id,
      resourceId: resource.id,
      ...localTimes,
      period: sql<string>`tstzrange(${from}, ${until})`,
      reason,
      createdByUserId: actor.userId,
      createdAt: tx.now(),
    })
    .execute()
  await recordSettingChanged(tx, { subject: 'booking-resources', actorUserId: actor.userId, at: tx.now() })
  return toBlock({ id, resourceId: resource.id, locationId, reason, from, until }, actor, true)
}

export async function removeBlock(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const block = await selectBlocks(tx).where('k.id', '=', id).executeTakeFirst()
  const resource = block && (await findVisible(tx, actor, block.resourceId))
  if (!resource) throw new AppError('BlockNotFound')
  assertMayEditHours(actor, resource)
  await tx.deleteFrom('bookingBlocks').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  await recordSettingChanged(tx, { subject: 'booking-resources', actorUserId: actor.userId, at: tx.now() })
}

const findVisible = (tx: TenantTx, actor: Actor, id: string): Promise<ResourceRow | undefined> =>
  accessResource(tx, actor, id).catch(() => undefined)

export function assertMayEditHours(viewer: Viewer, resource: ResourceRow): void {
  if (!mayEditHours(viewer, resource)) throw new AppError('HoursNotYours')
}
