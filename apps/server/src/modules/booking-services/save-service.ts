import type { BookingService } from '@frontdesk/contract/api'
import { SERVICES_MAX, servicePaymentProblem } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import { recordAudit } from '../audit/index.ts'
import { listResources } from '../booking-resources/index.ts'
import { listLocations } from '../locations/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { accessPicture, deleteUnusedPicture, pictureId } from './pictures.ts'
import { accessService, findServices, getService, listServices, type ServiceRow } from './queries.ts'

type SaveRequest = Omit<BookingService, 'id' | 'version' | 'currency' | 'isArchived' | 'upcomingBookings'> & {
  id?: string | undefined
  version?: number | undefined
}

const PAYMENT_PROBLEMS = {
  'price-missing': 'Enter a price: what is paid at booking depends on it',
  'deposit-missing': 'Enter the deposit',
  'deposit-too-high': 'The deposit is higher than the price',
} as const

/** Adds or updates a service. One that is offered at all locations requires access to all of them. */
export async function saveService(tx: TenantTx, actor: Actor, draft: SaveRequest): Promise<BookingService> {
  const { id: existingId, version, locationIDs, resourceIDs, questions, followOns, pictureURL, ...values } = draft
  const existing = existingId === undefined ? undefined : await accessService(tx, actor, existingId, true)
  if (existing && version !== undefined && version !== existing.version)
    throw new AppError('ChangedMeanwhile', { present: await getService(tx, actor, existing.id) })
  if (existing) assertMayEdit(actor, existing)
  const problem = servicePaymentProblem(values)
  if (problem) throw invalidInput(problem === 'price-missing' ? 'priceAmount' : 'deposit', PAYMENT_PROBLEMS[problem])
  await assertLocations(tx, actor, locationIDs)
  await assertResources(tx, actor, resourceIDs, existing)
  await assertFollowOns(tx, followOns)
  const picture = pictureURL === null ? null : pictureId(pictureURL)
  if (picture !== null) await accessPicture(tx, picture)
  const id = existing?.id ?? newId()
  const row = {
    ...values,
    durations: [...values.durations],
    questions: JSON.stringify(questions),
    followOns: JSON.stringify(followOns),
    deposit: values.paymentKind === 'deposit' && values.deposit ? JSON.stringify(values.deposit) : null,
    locationIds: [...new Set(locationIDs)],
    resourceIds: [...new Set(resourceIDs)],
    pictureId: picture,
    currency: existing?.currency ?? (await readSendingSettings(tx)).currency,
  }
  if (existing)
    await tx
      .updateTable('bookingServices')
      .set({ ...row, version: existing.version + 1 })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  else {
    const position = await nextPosition(tx)
    await tx
      .insertInto('bookingServices')
      .values({ tenantId: tx.tenantId, id, ...row, position, createdAt: tx.now() })
      .execute()
  }
  if (existing?.pictureId && existing.pictureId !== picture) await deleteUnusedPicture(tx, existing.pictureId)
  await recordServiceChanged(tx, actor, { service: values.name, state: existing ? 'updated' : 'added' })
  return getService(tx, actor, id)
}

/** Archives a service, or restores it. */
export async function setServiceArchived(
  tx: TenantTx,
  actor: Actor,
  { id, isArchived }: { id: string; isArchived: boolean },
): Promise<BookingService> {
  const existing = await accessService(tx, actor, id, true)
  assertMayEdit(actor, existing)
  if ((existing.archivedAt !== null) !== isArchived) {
    if (!isArchived) await nextPosition(tx)
    await tx
      .updateTable('bookingServices')
      .set({ archivedAt: isArchived ? tx.now() : null, version: existing.version + 1 })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
    await recordServiceChanged(tx, actor, { service: existing.name, state: isArchived ? 'archived' : 'restored' })
  }
  return getService(tx, actor, id)
}

/**
 * Changes the order of the services. The list must have all that the actor sees, so that none is lost to a stale list.
 */
export async function reorderServices(tx: TenantTx, actor: Actor, ids: readonly string[]): Promise<BookingService[]> {
  const present = await listServices(tx, actor, { includesArchived: false })
  if (ids.some((id) => !present.some((service) => service.id === id))) throw new AppError('ServiceNotFound')
  if (new Set(ids).size !== ids.length || ids.length !== present.length)
    throw new AppError('ChangedMeanwhile', { present })
  // Services that the actor does not see keep their positions.
  const places = await tx
    .selectFrom('bookingServices')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('position')
    .orderBy('id')
    .select('position')
    .forNoKeyUpdate()
    .execute()
  await sql`
    update booking_services s set position = n.position
    from unnest(${[...ids]}::uuid[], ${places.map(({ position }) => position)}::integer[]) as n (id, position)
    where s.tenant_id = ${tx.tenantId} and s.id = n.id`.execute(tx)
  await recordServiceChanged(tx, actor, { service: '', state: 'reordered' })
  return listServices(tx, actor, { includesArchived: false })
}

/** Changing a service requires access to all its locations. */
function assertMayEdit({ locationIds }: Actor, service: Pick<ServiceRow, 'locationIds'>): void {
  if (locationIds === null) return
  const isWithin = service.locationIds.length > 0 && service.locationIds.every((id) => locationIds.includes(id))
  if (!isWithin) throw new AppError('Forbidden', { permission: 'admin_manage_locations' })
}

async function assertLocations(tx: TenantTx, actor: Actor, ids: readonly string[]): Promise<void> {
  assertMayEdit(actor, { locationIds: [...ids] })
  const visibleIds = new Set((await listLocations(tx, actor)).map(({ id }) => id))
  if (ids.some((id) => !visibleIds.has(id))) throw new AppError('LocationNotFound')
}

/** Resources of the existing service may stay, even if they were archived or the actor does not see them. */
async function assertResources(
  tx: TenantTx,
  actor: Actor,
  ids: readonly string[],
  existing: ServiceRow | undefined,
): Promise<void> {
  const usable = new Set((await listResources(tx, actor, { includesArchived: false })).map(({ id }) => id))
  if (!ids.every((id) => usable.has(id) || existing?.resourceIds.includes(id))) throw new AppError('ResourceNotFound')
}

/** Only what follows a service is booked with it, not what follows that. */
async function assertFollowOns(tx: TenantTx, followOns: readonly { serviceID: string }[]): Promise<void> {
  const ids = followOns.map(({ serviceID }) => serviceID)
  const existingIds = new Set((await findServices(tx, ids)).map(({ id }) => id))
  if (ids.some((id) => !existingIds.has(id))) throw new AppError('ServiceNotFound')
}

/** The position after the last service. Fails if there are too many. */
async function nextPosition(tx: TenantTx): Promise<number> {
  const { count, last } = await tx
    .selectFrom('bookingServices')
    .where('tenantId', '=', tx.tenantId)
    .where('archivedAt', 'is', null)
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('position').as('last')])
    .executeTakeFirstOrThrow()
  if (Number(count) >= SERVICES_MAX) throw new AppError('TooManyServices')
  return (last ?? 0) + 1
}

async function recordServiceChanged(
  tx: TenantTx,
  actor: Actor,
  data: { service: string; state: 'added' | 'updated' | 'archived' | 'restored' | 'reordered' },
): Promise<void> {
  const at = tx.now()
  await recordSettingChanged(tx, { subject: 'booking-services', actorUserId: actor.userId, at })
  await recordAudit(tx, { action: 'setting.changed', actor, subject: 'Booking services', data, at })
}
