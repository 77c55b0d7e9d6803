import type { BookingResource } from '@frontdesk/contract/api'
import { RESOURCES_MAX, type ResourceKind } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import { findPerson } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findLocation, listLocations } from '../locations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { accessResource, lockResources, type ResourceRow, seesAll, toResource } from './queries.ts'

interface SaveRequest {
  id?: string | undefined
  version?: number | undefined
  kind: ResourceKind
  userID: string | null
  name: string
  locationID: string | null
}

/** Makes a teammate bookable, or adds or updates a room or equipment. */
export async function saveResource(tx: TenantTx, actor: Actor, request: SaveRequest): Promise<BookingResource> {
  const { id, kind } = request
  if (kind === 'teammate') return addTeammate(tx, actor, request)
  const { name, locationID } = request
  if (name === '') throw invalidInput('name', 'Give it a name')
  const location = locationID === null ? undefined : await findLocation(tx, actor, locationID)
  if (!location) throw new AppError('LocationNotFound')
  if (id !== undefined) return updateResource(tx, actor, { ...request, id, locationId: location.id })
  const newResourceId = newId()
  await insertResource(tx, { id: newResourceId, kind, userId: null, name, locationId: location.id })
  await setHours(tx, newResourceId, [location.id])
  return recordChanged(tx, actor, newResourceId, 'added')
}

/** Repeated for the same teammate, it returns their resource. */
async function addTeammate(tx: TenantTx, actor: Actor, { userID }: SaveRequest): Promise<BookingResource> {
  const person = userID === null ? undefined : await findPerson(tx, userID)
  if (!person) throw new AppError('MemberNotFound')
  const locations = await listLocations(tx, person)
  const shared = locations.map(({ id }) => id).filter((id) => actor.locationIds?.includes(id) ?? true)
  if (shared.length === 0) throw new AppError('MemberNotFound')
  const existing = await tx
    .selectFrom('bookingResources')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', person.userId)
    .select(['id', 'archivedAt'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (existing) {
    if (existing.archivedAt !== null) return setResourceArchived(tx, actor, { id: existing.id, isArchived: false })
    return toResource(await accessResource(tx, actor, existing.id), actor)
  }
  const id = newId()
  await insertResource(tx, { id, kind: 'teammate', userId: person.userId, name: '', locationId: null })
  await setHours(tx, id, shared)
  return recordChanged(tx, actor, id, 'added')
}

async function updateResource(
  tx: TenantTx,
  actor: Actor,
  { id, version, kind, name, locationId }: Omit<SaveRequest, 'id'> & { id: string; locationId: string },
): Promise<BookingResource> {
  const existing = await lockToEdit(tx, actor, id)
  if (existing.kind === 'teammate') throw new AppError('ResourceNotFound')
  if (version !== undefined && version !== existing.version)
    throw new AppError('ChangedMeanwhile', { present: toResource(existing, actor) })
  await tx
    .updateTable('bookingResources')
    .set({ kind, name, locationId, version: existing.version + 1 })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  if (!existing.locationIds.includes(locationId)) {
    await tx.deleteFrom('bookingHours').where('tenantId', '=', tx.tenantId).where('resourceId', '=', id).execute()
    await setHours(tx, id, [locationId])
  }
  return recordChanged(tx, actor, id, 'updated')
}

/** Archives a resource, which can no longer be booked, or restores it. A teammate who left cannot be restored. */
export async function setResourceArchived(
  tx: TenantTx,
  actor: Actor,
  { id, isArchived }: { id: string; isArchived: boolean },
): Promise<BookingResource> {
  const existing = await lockToEdit(tx, actor, id)
  if ((existing.archivedAt !== null) === isArchived) return toResource(existing, actor)
  if (!isArchived) {
    if (existing.userId !== null && !(await findPerson(tx, existing.userId))) throw new AppError('MemberNotFound')
    await nextPosition(tx)
  }
  await tx
    .updateTable('bookingResources')
    .set({ archivedAt: isArchived ? tx.now() : null, version: existing.version + 1 })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  return recordChanged(tx, actor, id, isArchived ? 'archived' : 'restored')
}

/** Locks a resource that the actor may edit: one whose locations they all have. */
async function lockToEdit(tx: TenantTx, actor: Actor, id: string): Promise<ResourceRow> {
  await accessResource(tx, actor, id)
  await lockResources(tx, [id])
  const resource = await accessResource(tx, actor, id)
  if (!seesAll(actor, resource.locationIds)) throw new AppError('Forbidden', { permission: 'admin_manage_locations' })
  return resource
}

async function insertResource(
  tx: TenantTx,
  resource: { id: string; kind: ResourceKind; userId: string | null; name: string; locationId: string | null },
): Promise<void> {
  await tx
    .insertInto('bookingResources')
    .values({ tenantId: tx.tenantId, ...resource, position: await nextPosition(tx), createdAt: tx.now() })
    .execute()
}

/** Follows the business hours of locations. */
async function setHours(tx: TenantTx, resourceId: string, locationIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('bookingHours')
    .values(locationIds.map((locationId) => ({ tenantId: tx.tenantId, resourceId, locationId, week: null })))
    .execute()
}

/** The position after the last resource. Fails if there are too many. */
async function nextPosition(tx: TenantTx): Promise<number> {
  const { count, last } = await tx
    .selectFrom('bookingResources')
    .where('tenantId', '=', tx.tenantId)
    .where('archivedAt', 'is', null)
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('position').as('last')])
    .executeTakeFirstOrThrow()
  if (Number(count) >= RESOURCES_MAX) throw new AppError('TooManyResources')
  return (last ?? 0) + 1
}

async function recordChanged(
  tx: TenantTx,
  actor: Actor,
  id: string,
  state: 'added' | 'updated' | 'archived' | 'restored',
): Promise<BookingResource> {
  const at = tx.now()
  const resource = await accessResource(tx, actor, id)
  await recordSettingChanged(tx, { subject: 'booking-resources', actorUserId: actor.userId, at })
  const data = { resource: resource.name, state }
  await recordAudit(tx, { action: 'setting.changed', actor, subject: 'Booking resources', data, at })
  return toResource(resource, actor)
}
