import type { VisitItem } from '@frontdesk/contract/api'
import {
  BUFFER_MINUTES_MAX,
  GAP_MINUTES_MAX,
  HOLDING_STATUSES,
  ITEM_MINUTES_MAX,
  type Viewer,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findBroken, readBusy } from '../../booking-calendars/index.ts'
import { type BookableResource, listBookableResources } from '../../booking-resources/index.ts'
import { findServices, type ServiceRow } from '../../booking-services/index.ts'
import { findBusinessHours } from '../../business-hours/index.ts'
import { rowIdsOfContact } from '../../contact-rows/index.ts'
import { readClaims, readTaken } from '../claims.ts'
import { isBookingVisible } from '../select-bookings.ts'
import { type Interval, longestOf } from './intervals.ts'
import { dayInterval, daysFrom, type LocalTime, localDateOf, localTimeOf } from './local-time.ts'
import { openIntervals, type WeekHours } from './opening.ts'
import type { ItemRules, NamedInterval, ResourceTimes, VisitRules } from './rules.ts'

const MINUTE_MS = 60_000
/** Statuses of visits that took place or will. */
const COUNTED = [...HOLDING_STATUSES, 'completed', 'no-show']

export type RequestedItem = z.output<typeof VisitItem>

export interface VisitRequest {
  /** The answer reveals only bookings that the viewer may see; null: a contact asks, and all count. */
  viewer: Viewer | null
  location: { id: string; timeZone: string }
  items: readonly RequestedItem[]
  /** The starts to examine. */
  starts: Interval
  /** The booking to move: its present claims do not block it. */
  bookingId?: string | null
  contactId?: string | null
  /** Offered to contacts, so resources whose calendars can no longer be read are left out. */
  isOnline?: boolean
  /** Only these resources, once they are chosen and locked. */
  onlyResourceIds?: ReadonlySet<string>
  /** Only free times matter, not whose bookings close the others. */
  isOnlyFree?: boolean
}

export interface LoadedVisit extends VisitRules {
  services: ServiceRow[]
}

/**
 * Loads everything that decides when a visit is possible: two round trips, in which each kind of data is one statement,
 * however many days it is for.
 */
export async function loadVisit(tx: TenantTx, request: VisitRequest): Promise<LoadedVisit> {
  const { viewer, location, items, starts, bookingId = null, contactId = null } = request
  const [rows, bookable, business] = await Promise.all([
    findServices(tx, [...new Set(items.map(({ serviceID }) => serviceID))]),
    listBookableResources(tx, location.id, widenByLongest(starts, items)),
    findBusinessHours(tx, location),
  ])
  const services = orderServices(rows, request)
  const window = widenWindow(starts, items, services)
  const perItem = items.map((item, index) =>
    chooseCandidates(item, services[index] as ServiceRow, bookable, {
      isAllowed: ({ id }) => request.onlyResourceIds?.has(id) ?? true,
      mayBeArchived: bookingId !== null,
    }),
  )
  const resources = [...new Set(perItem.flat(2))]
  const resourceIds = resources.map(({ id }) => id)
  const local = localTimeOf(location.timeZone, window)
  const [taken, busy, broken, limits] = await Promise.all([
    readTakenOrClaims(tx, request, { resourceIds, within: window, exceptBookingId: bookingId }, services),
    readBusy(tx, resourceIds, window),
    request.isOnline ? findBroken(tx, resourceIds) : null,
    Promise.all(
      services.map(async (service) => ({
        onDay: await countByDay(tx, service, { location, window, bookingId }),
        isPersonFull: await isLimitReached(tx, service, { viewer, contactId, bookingId }),
      })),
    ),
  ])
  const times = new Map(
    resources.map((resource) => [
      resource.id,
      toTimes(local, resource, business?.week ?? null, { ...taken(resource.id), busy: busy.get(resource.id) ?? [] }),
    ]),
  )
  const now = Date.parse(tx.now())
  return {
    services,
    now,
    stepMinutes: services[0]?.stepMinutes ?? 30,
    local,
    businessOpen: business ? openIntervals(local, business.week, business.exceptions) : null,
    holidays: (business?.exceptions ?? []).flatMap(({ date, name }) => namedDay(local, date, name)),
    items: items.map((item, index): ItemRules => {
      const service = services[index] as ServiceRow
      return {
        serviceId: service.id,
        isArchived: service.archivedAt !== null,
        durationMs: durationOf(item, service) * MINUTE_MS,
        gapMs: item.gapMinutes * MINUTE_MS,
        bufferBeforeMs: service.bufferBeforeMinutes * MINUTE_MS,
        bufferAfterMs: service.bufferAfterMinutes * MINUTE_MS,
        seats: service.seats,
        noticeMs: service.noticeMinutes * MINUTE_MS,
        bookableUntil: endOfHorizon(now, location.timeZone, service.horizonDays),
        dayMax: service.dayMax,
        onDay: limits[index]?.onDay ?? new Map(),
        isPersonFull: limits[index]?.isPersonFull ?? false,
        candidates: (perItem[index] ?? []).map((kind) =>
          kind.flatMap(({ id }) => (broken?.has(id) ? [] : (times.get(id) ?? []))),
        ),
      }
    }),
  }
}

type Taken = Pick<ResourceTimes, 'claims' | 'taken' | 'claimsOfDay' | 'runOutHolds'>

/**
 * Occupied times of each resource. Reads the booking behind each only when a rule needs it: that costs ten times as
 * much.
 */
async function readTakenOrClaims(
  tx: TenantTx,
  { starts, location, isOnlyFree = false }: VisitRequest,
  request: Parameters<typeof readTaken>[1],
  services: readonly ServiceRow[],
): Promise<(resourceId: string) => Taken> {
  const none = { claims: [], taken: [], claimsOfDay: 0, runOutHolds: [] }
  if (isOnlyFree && services.every(({ seats }) => seats === 1)) {
    const taken = await readTaken(tx, request)
    return (id) => ({ ...none, taken: taken.get(id) ?? [] })
  }
  const day = daysFrom(location.timeZone, dateIn(location.timeZone, starts.from), 1)
  const claims = await readClaims(tx, { ...request, day })
  return (id) => {
    const { ofDay = 0, ...own } = claims.get(id) ?? {}
    return { ...none, ...own, claimsOfDay: ofDay }
  }
}

const dateIn = (timeZone: string, instant: number): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The days that a window touches, by the clocks of a zone. */
const wholeDays = (timeZone: string, { from, until }: Interval): Interval => ({
  from: daysFrom(timeZone, dateIn(timeZone, from), 1).from,
  until: daysFrom(timeZone, dateIn(timeZone, until), 1).until,
})

const durationOf = (item: RequestedItem, service: ServiceRow): number =>
  item.durationMinutes ?? service.durations[0] ?? 30

function orderServices(rows: readonly ServiceRow[], { items, location }: VisitRequest): ServiceRow[] {
  return items.map(({ serviceID }) => {
    const service = rows.find(({ id }) => id === serviceID)
    const isHere = service && (service.locationIds.length === 0 || service.locationIds.includes(location.id))
    if (!isHere) throw new AppError('ServiceNotFound')
    return service
  })
}

/** Resources that can provide an item at the location, by kind. For kinds with a requested resource, only that one. */
function chooseCandidates(
  item: RequestedItem,
  service: ServiceRow,
  bookable: readonly BookableResource[],
  { isAllowed, mayBeArchived }: { isAllowed: (resource: BookableResource) => boolean; mayBeArchived: boolean },
): BookableResource[][] {
  const here = bookable.filter(({ id }) => service.resourceIds.includes(id))
  const named = item.resourceIDs.map((id) => here.find((resource) => resource.id === id))
  // Bookings keep who and what was archived since.
  if (named.some((resource) => !resource || (resource.archivedAt !== null && !mayBeArchived)))
    throw new AppError('ResourceNotFound')
  const kinds = [...new Set(here.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const chosen = named.find((resource) => resource?.kind === kind)
    const candidates = chosen
      ? [chosen]
      : here.filter((resource) => resource.kind === kind && resource.archivedAt === null)
    return candidates.filter(isAllowed)
  })
}

/** Times at which a visit in a period can be, however long its services are. */
const widenByLongest = ({ from, until }: Interval, items: readonly RequestedItem[]): Interval => ({
  from: from - BUFFER_MINUTES_MAX * MINUTE_MS,
  until: until + (2 * BUFFER_MINUTES_MAX + items.length * (ITEM_MINUTES_MAX + GAP_MINUTES_MAX)) * MINUTE_MS,
})

/** Window in which something may be in the way of visits that start in a period. */
function widenWindow(starts: Interval, items: readonly RequestedItem[], services: readonly ServiceRow[]): Interval {
  const longest = items.reduce((sum, item, index) => {
    const service = services[index] as ServiceRow
    return sum + item.gapMinutes + durationOf(item, service)
  }, 0)
  const buffer = Math.max(...services.map((service) => service.bufferBeforeMinutes + service.bufferAfterMinutes))
  return { from: starts.from - buffer * MINUTE_MS, until: starts.until + (longest + buffer) * MINUTE_MS }
}

function namedDay(local: LocalTime, date: string, name: string): NamedInterval[] {
  const day = local.dates.find((each) => each.date === date)
  return day ? dayInterval(local, day).map((interval) => ({ ...interval, name })) : []
}

function toTimes(
  local: LocalTime,
  { id, kind, position, week, exceptions, blocks: blocked }: BookableResource,
  businessWeek: WeekHours | null,
  { taken, claims, busy, ...rest }: Taken & { busy: Interval[] },
): ResourceTimes {
  const blocks = blocked.map(([from, until, name]) => ({ from, until, name }))
  return {
    ...{ id, kind, position, blocks, busy, taken, claims, ...rest },
    open: openIntervals(local, week ?? businessWeek, exceptions),
    timeOff: exceptions.flatMap(({ date, name }) => namedDay(local, date, name)),
    longest: { block: longestOf(blocks), busy: longestOf(busy), claim: longestOf(claims), taken: longestOf(taken) },
  }
}

function endOfHorizon(now: number, timeZone: string, days: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  return today.add({ days: days + 1 }).toZonedDateTime(timeZone).epochMilliseconds
}

/** Bookings of a service at a location, by local date; only if the service has a limit per day. */
async function countByDay(
  tx: TenantTx,
  service: ServiceRow,
  { location, window, bookingId }: Pick<VisitRequest, 'location'> & { window: Interval; bookingId: string | null },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (service.dayMax === null) return counts
  const days = wholeDays(location.timeZone, window)
  // Clocks may change on these days, before or after the window.
  const local = localTimeOf(location.timeZone, days)
  const rows = await tx
    .selectFrom('bookingItems as i')
    .innerJoin('bookings as b', (join) => join.on('b.tenantId', '=', tx.tenantId).onRef('b.id', '=', 'i.bookingId'))
    .where('i.tenantId', '=', tx.tenantId)
    .where('i.serviceId', '=', service.id)
    .where('i.startsAt', '>=', new Date(days.from).toISOString())
    .where('i.startsAt', '<', new Date(days.until).toISOString())
    .where('b.locationId', '=', location.id)
    .where(sql<boolean>`b.status = any(${COUNTED}::text[])`)
    .$if(bookingId !== null, (query) => query.where('b.id', '<>', bookingId))
    .select('i.startsAt')
    .execute()
  for (const { startsAt } of rows) {
    const date = localDateOf(local, Date.parse(startsAt))
    counts.set(date, (counts.get(date) ?? 0) + 1)
  }
  return counts
}

/**
 * Whether a person has as many upcoming bookings of a service as it allows. To a viewer only those count that they may
 * see whole: the limit must not reveal the others.
 */
async function isLimitReached(
  tx: TenantTx,
  service: ServiceRow,
  { viewer, contactId, bookingId }: { viewer: Viewer | null; contactId: string | null; bookingId: string | null },
): Promise<boolean> {
  if (service.personMax === null || contactId === null) return false
  const rows = await tx
    .selectFrom('bookings as v')
    .where('v.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`v.contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .where('v.startsAt', '>', tx.now())
    .where(sql<boolean>`v.status = any(${[...HOLDING_STATUSES]}::text[])`)
    .where(viewer === null ? sql<boolean>`true` : isBookingVisible(tx, viewer, 'v.id'))
    .$if(bookingId !== null, (query) => query.where('v.id', '<>', bookingId))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bookingItems as i')
          .where('i.tenantId', '=', tx.tenantId)
          .whereRef('i.bookingId', '=', 'v.id')
          .where('i.serviceId', '=', service.id)
          .select('i.item'),
      ),
    )
    .select('v.id')
    .limit(service.personMax)
    .execute()
  return rows.length >= service.personMax
}
