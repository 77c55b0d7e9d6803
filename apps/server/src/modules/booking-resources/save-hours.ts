import type { HoursException, ResourceAvailability } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { listLocations } from '../locations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { assertMayEditHours } from './blocks.ts'
import { getHours } from './hours.ts'
import { accessResource, lockResources, mayEditHours, type ResourceRow } from './queries.ts'

interface SaveRequest {
  resourceID: string
  version: number
  hours: ResourceAvailability['hours']
  exceptions: HoursException[]
}

/** The hours of a resource that a teammate may see. Only those who may edit it see why someone has a day off. */
export async function readOwnHours(tx: TenantTx, actor: Actor, resource: ResourceRow): Promise<ResourceAvailability> {
  const isVisible = (id: string) => actor.locationIds?.includes(id) ?? true
  const hours = await getHours(tx, resource, { today: await todayOf(tx, actor, resource), isVisible })
  if (mayEditHours(actor, resource)) return hours
  return { ...hours, exceptions: hours.exceptions.map((exception) => ({ ...exception, name: '' })) }
}

/**
 * Replaces the hours of a resource at the actor’s locations, and its exceptions from today on. Existing bookings stay.
 */
export async function saveHours(tx: TenantTx, actor: Actor, request: SaveRequest): Promise<ResourceAvailability> {
  const resource = await accessResource(tx, actor, request.resourceID)
  assertMayEditHours(actor, resource)
  await lockResources(tx, [resource.id])
  const present = await accessResource(tx, actor, resource.id)
  if (present.version !== request.version)
    throw new AppError('ChangedMeanwhile', { present: await readOwnHours(tx, actor, present) })
  await replaceWeeks(tx, actor, resource, request.hours)
  await replaceExceptions(tx, resource, request.exceptions, await todayOf(tx, actor, resource))
  await tx
    .updateTable('bookingResources')
    .set({ version: present.version + 1 })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', resource.id)
    .execute()
  const at = tx.now()
  await recordSettingChanged(tx, { subject: 'booking-resources', actorUserId: actor.userId, at })
  const data = { resource: resource.name, state: 'hours' }
  await recordAudit(tx, { action: 'setting.changed', actor, subject: 'Booking hours', data, at })
  return readOwnHours(tx, actor, await accessResource(tx, actor, resource.id))
}

async function replaceWeeks(
  tx: TenantTx,
  actor: Actor,
  { id, kind, locationIds }: ResourceRow,
  hours: ResourceAvailability['hours'],
): Promise<void> {
  const visibleIds = (await listLocations(tx, actor)).map((location) => location.id)
  const ids = hours.map(({ locationID }) => locationID)
  if (new Set(ids).size !== ids.length || ids.some((locationId) => !visibleIds.includes(locationId)))
    throw new AppError('LocationNotFound')
  // A room stays where it is.
  if (kind !== 'teammate' && ids.some((locationId) => !locationIds.includes(locationId)))
    throw new AppError('LocationNotFound')
  await tx
    .deleteFrom('bookingHours')
    .where('tenantId', '=', tx.tenantId)
    .where('resourceId', '=', id)
    .where('locationId', 'in', visibleIds)
    .execute()
  const isMissing = kind !== 'teammate' && hours.length === 0
  const kept = isMissing ? locationIds.map((locationID) => ({ locationID, week: null })) : hours
  if (kept.length === 0) return
  await tx
    .insertInto('bookingHours')
    .values(
      kept.map(({ locationID, week }) => ({
        tenantId: tx.tenantId,
        resourceId: id,
        locationId: locationID,
        week: week && JSON.stringify(week),
      })),
    )
    .execute()
}

async function replaceExceptions(
  tx: TenantTx,
  { id }: ResourceRow,
  exceptions: readonly HoursException[],
  today: string,
): Promise<void> {
  await tx
    .deleteFrom('bookingHoursExceptions')
    .where('tenantId', '=', tx.tenantId)
    .where('resourceId', '=', id)
    .where('date', '>=', today)
    .execute()
  const ahead = exceptions.filter(({ date }) => date >= today)
  if (ahead.length === 0) return
  await tx
    .insertInto('bookingHoursExceptions')
    .values(
      ahead.map(({ date, name, spans }) => ({
        tenantId: tx.tenantId,
        resourceId: id,
        date,
        name,
        spans: JSON.stringify(spans),
      })),
    )
    .execute()
}

/** Today in the westernmost zone of the resource’s locations: no day is over before it is over at all of them. */
async function todayOf(tx: TenantTx, actor: Actor, { locationIds }: ResourceRow): Promise<string> {
  const now = Temporal.Instant.from(tx.now())
  const zones = (await listLocations(tx, actor)).flatMap(({ id, timeZone }) =>
    locationIds.includes(id) ? [timeZone] : [],
  )
  const days = zones.map((zone) => now.toZonedDateTimeISO(zone).toPlainDate().toString())
  return days.toSorted()[0] ?? now.toZonedDateTimeISO('UTC').toPlainDate().toString()
}
