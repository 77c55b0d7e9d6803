import type { BookingSource, BookingStatus, OverridableRule, SlotRule } from '@frontdesk/contract/rules'
import { sql, type Updateable } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.gen.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { lockFirstUnlocked, lockResources } from '../booking-resources/index.ts'
import { lockServices, type ServiceRow } from '../booking-services/index.ts'
import type { BookingAuthor } from './author.ts'
import { describeTaken } from './availability/explain.ts'
import { loadVisit, type VisitRequest } from './availability/load-visit.ts'
import { closings, type IgnoredRules, isOfferedStart, type Placement, place } from './availability/rules.ts'
import { releaseClaims, takeClaims } from './claims.ts'

export type PlaceRequest = Omit<VisitRequest, 'viewer' | 'starts' | 'onlyResourceIds'>

/** Someone else may take a resource between the choice and its lock; another one is chosen then. */
const MAX_ATTEMPTS = 5

/** The services of a visit with their resources, and the rules that were ignored for it. */
export interface Placed {
  placed: Placement[]
  services: ServiceRow[]
  ignored: SlotRule[]
}

/**
 * Chooses who and what provides a visit, and locks them, so that the rules hold until the transaction ends. Throws
 * `SlotTaken`, with the reasons and the nearest free times, if it is not possible.
 */
export async function placeVisit(
  tx: TenantTx,
  author: BookingAuthor,
  visitRequest: PlaceRequest,
  {
    start,
    ignored: ignoredRules,
    wasHeld = false,
  }: {
    start: number
    ignored: readonly SlotRule[]
    /** The time was held, so it is accepted even if this start is no longer offered. */
    wasHeld?: boolean
  },
): Promise<Placed> {
  const ignored: IgnoredRules = new Set(ignoredRules)
  const { viewer, source } = author
  const request = { ...visitRequest, viewer, isOnline: source === 'page' || source === 'text' }
  const starts = { from: start, until: start + 1 }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const visit = await loadVisit(tx, { ...request, starts })
    // Contacts can only choose offered starts.
    const isOffered = !request.isOnline || wasHeld || isOfferedStart(visit, start)
    const placed = isOffered ? place(visit, start, ignored) : null
    if (!placed) {
      const closed = closings(visit, start, ignored)
      throw new AppError('SlotTaken', await describeTaken(tx, request, { start, closed }))
    }
    // Limits count the bookings of a service by all its providers.
    if (attempt === 0) await lockServices(tx, limitedServices(visit.services))
    const onlyResourceIds = new Set(await lockPlaced(tx, placed))
    const locked = await loadVisit(tx, { ...request, starts, onlyResourceIds })
    const again = place(locked, start, ignored)
    if (again) {
      const rules = new Set(closings(locked, start).map(({ rule }) => rule))
      return { placed: again, services: locked.services, ignored: [...rules] }
    }
  }
  throw new Error(`Gave up choosing resources after ${MAX_ATTEMPTS} attempts.`)
}

/**
 * Locks who and what was chosen, and returns their ids. Where one of several will do, that is the first that no one
 * else is booking: of many visits at once none waits for a teammate while another is free.
 */
async function lockPlaced(tx: TenantTx, placed: readonly Placement[]): Promise<string[]> {
  const [only, ...others] = placed.flatMap(({ item, free }) => free.map((each) => ({ each, isGroup: item.seats > 1 })))
  if (only && others.length === 0 && !only.isGroup) {
    const id = await lockFirstUnlocked(
      tx,
      only.each.map((resource) => resource.id),
    )
    if (id) return [id]
  }
  const ids = [...new Set(placed.flatMap(({ resources }) => resources.map(({ id }) => id)))]
  await lockResources(tx, ids)
  return ids
}

/** The rules chosen to be ignored that were in fact in the way. */
export const usedOverrides = (chosen: readonly OverridableRule[], { ignored }: Placed): OverridableRule[] =>
  chosen.filter((rule) => ignored.includes(rule))

const limitedServices = (services: readonly ServiceRow[]): string[] =>
  services.flatMap(({ id, dayMax, personMax }) => (dayMax === null && personMax === null ? [] : [id]))

export interface NewBooking {
  id: string
  clientBookingId: string
  location: { id: string; timeZone: string }
  contactId: string | null
  status: BookingStatus
  source: BookingSource
  heldUntil: string | null
  note: string
  answers: { question: string; answer: string }[]
  seriesId: string | null
  overrides: readonly OverridableRule[]
}

/** Stores a booking with its items and takes its resources. */
export async function insertBooking(
  tx: TenantTx,
  author: BookingAuthor,
  booking: NewBooking,
  { placed, services }: Placed,
): Promise<void> {
  const at = tx.now()
  const { location, heldUntil, overrides } = booking
  await tx
    .insertInto('bookings')
    .values({
      tenantId: tx.tenantId,
      id: booking.id,
      clientBookingId: booking.clientBookingId,
      locationId: location.id,
      contactId: booking.contactId,
      status: booking.status,
      ...timesOf(placed, location.timeZone),
      source: booking.source,
      note: booking.note,
      answers: JSON.stringify(booking.answers),
      heldUntil,
      seriesId: booking.seriesId,
      endReason: '',
      createdByUserId: author.userId,
      overrides: [...overrides],
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  await insertItems(tx, booking.id, placed, services)
  await claimOrFail(tx, booking.id, placed, { heldUntil, overrides })
}

/** The times of a visit as columns of its booking. */
export function timesOf(placed: readonly Placement[], timeZone: string) {
  const startsAt = new Date(placed.at(0)?.from ?? 0).toISOString()
  const local = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone)
  return {
    startsAt,
    endsAt: new Date(placed.at(-1)?.until ?? 0).toISOString(),
    timeZone,
    localStartsAt: local.toPlainDateTime().toString({ smallestUnit: 'minute' }),
  }
}

interface ClaimOptions {
  heldUntil?: string | null
  overrides: readonly OverridableRule[]
}

/** Replaces the items of a booking and what they take. */
export async function replaceItems(
  tx: TenantTx,
  bookingId: string,
  { placed, services }: Placed,
  options: ClaimOptions,
): Promise<void> {
  await tx.deleteFrom('bookingItems').where('tenantId', '=', tx.tenantId).where('bookingId', '=', bookingId).execute()
  await insertItems(tx, bookingId, placed, services)
  await releaseClaims(tx, [bookingId])
  await claimOrFail(tx, bookingId, placed, options)
}

async function insertItems(
  tx: TenantTx,
  bookingId: string,
  placed: readonly Placement[],
  services: readonly ServiceRow[],
): Promise<void> {
  await tx
    .insertInto('bookingItems')
    .values(
      placed.map(({ item, from, until, resources }, index) => {
        const service = services.find(({ id }) => id === item.serviceId)
        if (!service) throw new Error('A placed visit has an unknown service.')
        return {
          tenantId: tx.tenantId,
          bookingId,
          item: index,
          serviceId: service.id,
          serviceName: service.name,
          color: service.color,
          priceAmount: service.priceAmount,
          currency: service.currency,
          startsAt: new Date(from).toISOString(),
          endsAt: new Date(until).toISOString(),
          bufferBeforeMinutes: service.bufferBeforeMinutes,
          bufferAfterMinutes: service.bufferAfterMinutes,
          resourceIds: resources.map(({ id }) => id),
        }
      }),
    )
    .execute()
}

/** Takes the resources. The database refuses an overlap, whatever led to it. */
export async function claimOrFail(
  tx: TenantTx,
  bookingId: string,
  placed: readonly Placement[],
  { heldUntil = null, overrides }: ClaimOptions,
): Promise<void> {
  await takeClaims(tx, bookingId, placed, { heldUntil, ignoresBuffers: overrides.includes('buffer') }).catch(
    (error: unknown) => {
      const isTaken = violates(error, 'booking_claims_apart') || violates(error, 'booking_claims_seat')
      throw isTaken ? new AppError('SlotTaken', { closedBy: [], nearest: [] }) : error
    },
  )
}

/** Changes columns of a locked booking and raises its version. */
export const updateBooking = (tx: TenantTx, id: string, set: Updateable<DB['bookings']>): Promise<unknown> =>
  tx
    .updateTable('bookings')
    .set({ ...set, version: sql`version + 1`, updatedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
