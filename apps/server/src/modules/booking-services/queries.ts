import type { BookingService } from '@frontdesk/contract/api'
import { HOLDING_STATUSES, SERVICES_MAX, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { executePrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { accessPicture, pictureUrl } from './pictures.ts'

export type ServiceRow = Row<'bookingServices'>

/** SQL: whether the service `s` is offered at one of the viewer’s locations. */
const isOffered = ({ locationIds }: Viewer) =>
  locationIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(s.location_ids = '{}' or s.location_ids && ${[...locationIds]}::uuid[])`

const COLUMNS = [
  ...(['tenantId', 'id', 'name', 'description', 'color', 'durations', 'priceAmount', 'currency', 'seats'] as const),
  ...(['bufferBeforeMinutes', 'bufferAfterMinutes', 'noticeMinutes', 'horizonDays', 'stepMinutes'] as const),
  ...(['dayMax', 'personMax', 'questions', 'followOns', 'locationIds', 'resourceIds', 'position'] as const),
  ...(['archivedAt', 'version', 'createdAt', 'isOnline', 'requiresApproval', 'pictureId'] as const),
  ...(['paymentKind', 'deposit'] as const),
] as const

/** Services of these ids, archived ones too, wherever they are offered. */
export const findServices = (tx: TenantTx, ids: readonly string[]): Promise<ServiceRow[]> =>
  executePrepared(
    tx,
    tx
      .selectFrom('bookingServices')
      .where('tenantId', '=', tx.tenantId)
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .select(COLUMNS),
  )

/** The follow-on services of each of these services, by its id, without archived ones. */
export async function findFollowOns(
  tx: TenantTx,
  services: readonly Pick<ServiceRow, 'id' | 'followOns'>[],
): Promise<Map<string, FollowOnService[]>> {
  const ids = [...new Set(services.flatMap(({ followOns }) => followOns.map(({ serviceID }) => serviceID)))]
  const followOns = ids.length === 0 ? [] : await findServices(tx, ids)
  const byId = new Map(followOns.map((service) => [service.id, service]))
  return new Map(
    services.map((service) => [
      service.id,
      service.followOns.flatMap(({ serviceID, gapMinutes }) => {
        const followOn = byId.get(serviceID)
        return followOn && followOn.archivedAt === null ? [{ service: followOn, gapMinutes }] : []
      }),
    ]),
  )
}

export interface FollowOnService {
  service: ServiceRow
  gapMinutes: number
}

/** The services that people book online, in their order, without those that no one provides yet or any more. */
export const listOnlineServices = (tx: TenantTx): Promise<ServiceRow[]> =>
  tx
    .selectFrom('bookingServices as s')
    .where('s.tenantId', '=', tx.tenantId)
    .where('s.isOnline', '=', true)
    .where('s.archivedAt', 'is', null)
    .where(sql<boolean>`exists (
      select from booking_resources r left join users u on u.tenant_id = ${tx.tenantId} and u.id = r.user_id
      where r.tenant_id = ${tx.tenantId} and r.id = any(s.resource_ids)
        and coalesce(r.archived_at, u.removed_at) is null
    )`)
    .orderBy('s.position')
    .orderBy('s.id')
    .selectAll('s')
    .limit(SERVICES_MAX)
    .execute()

/** The contents of a picture that the booking page shows; throws for others. */
export async function accessOnlinePicture(tx: TenantTx, id: string): Promise<{ storageKey: string }> {
  const services = await listOnlineServices(tx)
  if (!services.some(({ pictureId }) => pictureId === id)) throw new AppError('FileNotFound')
  return accessPicture(tx, id)
}

/** Locks services in the order of their ids, so that bookings of several do not deadlock. */
export async function lockServices(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .selectFrom('bookingServices')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/** The services at the viewer’s locations, in their order. */
export async function listServices(
  tx: TenantTx,
  viewer: Viewer,
  { includesArchived }: { includesArchived: boolean },
): Promise<BookingService[]> {
  const rows = await tx
    .selectFrom('bookingServices as s')
    .where('s.tenantId', '=', tx.tenantId)
    .where(isOffered(viewer))
    .$if(!includesArchived, (query) => query.where('s.archivedAt', 'is', null))
    .orderBy(sql`s.archived_at is not null`)
    .orderBy('s.position')
    .orderBy('s.id')
    .selectAll('s')
    .limit(1000)
    .execute()
  return withUpcoming(tx, viewer, rows)
}

/** The only way from an id to a service that the viewer sees. */
export async function accessService(tx: TenantTx, viewer: Viewer, id: string, forUpdate = false): Promise<ServiceRow> {
  const row = await tx
    .selectFrom('bookingServices as s')
    .where('s.tenantId', '=', tx.tenantId)
    .where('s.id', '=', id)
    .where(isOffered(viewer))
    .selectAll('s')
    .$if(forUpdate, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('ServiceNotFound')
  return row
}

export async function getService(tx: TenantTx, viewer: Viewer, id: string): Promise<BookingService> {
  const [service] = await withUpcoming(tx, viewer, [await accessService(tx, viewer, id)])
  if (!service) throw new AppError('ServiceNotFound')
  return service
}

/** Adds to archived services how many bookings at the viewer’s locations they still have ahead. */
async function withUpcoming(
  tx: TenantTx,
  { locationIds }: Viewer,
  rows: readonly ServiceRow[],
): Promise<BookingService[]> {
  const archived = rows.flatMap(({ id, archivedAt }) => (archivedAt === null ? [] : [id]))
  const counts = new Map<string, number>()
  if (archived.length > 0) {
    const counted = await tx
      .selectFrom('bookingItems as i')
      .innerJoin('bookings as b', (join) => join.on('b.tenantId', '=', tx.tenantId).onRef('b.id', '=', 'i.bookingId'))
      .where('i.tenantId', '=', tx.tenantId)
      .where(sql<boolean>`i.service_id = any(${archived}::uuid[])`)
      .where('i.startsAt', '>', tx.now())
      .where(sql<boolean>`b.status = any(${[...HOLDING_STATUSES]}::text[])`)
      .$if(locationIds !== null, (query) =>
        query.where(sql<boolean>`b.location_id = any(${[...(locationIds ?? [])]}::uuid[])`),
      )
      .groupBy('i.serviceId')
      .select(({ fn }) => ['i.serviceId as id', fn.countAll<string>().as('count')])
      .execute()
    for (const { id, count } of counted) counts.set(id, Number(count))
  }
  return rows.map((row) => toService(row, row.archivedAt === null ? null : (counts.get(row.id) ?? 0)))
}

const toService = (
  {
    locationIds,
    resourceIds,
    tenantId: _tenant,
    createdAt: _at,
    archivedAt,
    pictureId,
    position: _position,
    ...row
  }: ServiceRow,
  upcomingBookings: number | null,
): BookingService => ({
  ...row,
  stepMinutes: row.stepMinutes === 15 ? 15 : 30,
  locationIDs: locationIds,
  resourceIDs: resourceIds,
  pictureURL: pictureId === null ? null : pictureUrl(pictureId),
  isArchived: archivedAt !== null,
  upcomingBookings,
})
