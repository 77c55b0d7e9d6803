import type { VisitItem } from '@frontdesk/contract/api'
import { HOLDING_STATUSES } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findBroken, readBusy } from '../../booking-calendars/index.ts'
import { listBookableResources, type ResourceHours, readHours } from '../../booking-resources/index.ts'
import { findServices, type ServiceRow } from '../../booking-services/index.ts'
import { findBusinessHours } from '../../business-hours/index.ts'
import { readClaims } from '../claims.ts'
import type { Interval } from './intervals.ts'
import { dayInterval, type LocalTime, localDateOf, localTimeOf } from './local-time.ts'
import { openIntervals, type WeekHours } from './opening.ts'
import type { Claim, ItemRules, NamedInterval, ResourceTimes, VisitRules } from './rules.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Statuses of visits that took place or will. */
const COUNTED = [...HOLDING_STATUSES, 'completed', 'no-show']

export type AskedItem = z.output<typeof VisitItem>

export interface AskedVisit {
  location: { id: string; timeZone: string }
  items: readonly AskedItem[]
  /** The starts that are looked at. */
  starts: Interval
  /** Of a booking that is moved, which is not in its own way. */
  bookingId?: string | null
  contactId?: string | null
  /** Offered to contacts: without those whose calendars can no longer be read. */
  isOnline?: boolean
  /** Only these are looked at, once they were chosen and locked. */
  onlyResourceIds?: ReadonlySet<string>
}

/** Loads everything that decides when a visit is possible. Each kind of data is one statement, however many days it is for. */
export async function loadVisit(tx: TenantTx, asked: AskedVisit): Promise<VisitRules> {
  const { location, items, starts, bookingId = null, contactId = null } = asked
  const services = await readServices(tx, asked)
  const bookable = await listBookableResources(tx, location.id)
  const broken = asked.isOnline
    ? await findBroken(
        tx,
        bookable.map(({ id }) => id),
      )
    : null
  const isAsked = ({ id }: { id: string }) => (asked.onlyResourceIds?.has(id) ?? true) && !broken?.has(id)
  const perItem = items.map((item, index) =>
    chooseCandidates(item, services[index] as ServiceRow, bookable, { isAsked, mayBeArchived: bookingId !== null }),
  )
  const resourceIds = [...new Set(perItem.flat(2).map(({ id }) => id))]
  const window = widenWindow(starts, items, services)
  const local = localTimeOf(location.timeZone, window)
  const [business, hours, claims, busy] = await Promise.all([
    findBusinessHours(tx, location),
    readHours(tx, { resourceIds, locationId: location.id, dates: local.dates, period: window }),
    readClaims(tx, resourceIds, window, bookingId),
    readBusy(tx, resourceIds, window),
  ])
  const businessOpen = business && openIntervals(local, business.week, business.exceptions)
  const times = new Map(
    resourceIds.map((id) => {
      const resource = bookable.find((each) => each.id === id)
      const week = hours.get(id)?.week ?? business?.week ?? null
      return [
        id,
        toTimes(local, { id, kind: resource?.kind ?? 'room', position: resource?.position ?? 0 }, week, hours.get(id), {
          claims: claims.get(id) ?? [],
          busy: busy.get(id) ?? [],
        }),
      ]
    }),
  )
  const now = Date.parse(tx.now())
  return {
    now,
    stepMinutes: services[0]?.stepMinutes ?? 30,
    local,
    businessOpen: businessOpen ?? null,
    holidays: (business?.exceptions ?? []).flatMap(({ date, name }) => namedDay(local, date, name)),
    items: await Promise.all(
      items.map(async (item, index): Promise<ItemRules> => {
        const service = services[index] as ServiceRow
        const [onDay, isPersonFull] = await Promise.all([
          countByDay(tx, service, { local, location, window, bookingId }),
          isLimitReached(tx, service, { contactId, bookingId }),
        ])
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
          onDay,
          isPersonFull,
          candidates: (perItem[index] ?? []).map((kind) => kind.flatMap(({ id }) => times.get(id) ?? [])),
        }
      }),
    ),
  }
}

export const durationOf = (item: AskedItem, service: ServiceRow): number =>
  item.durationMinutes ?? service.durations[0] ?? 30

async function readServices(tx: TenantTx, { items, location }: AskedVisit): Promise<ServiceRow[]> {
  const found = new Map(
    (await findServices(tx, [...new Set(items.map(({ serviceID }) => serviceID))])).map((row) => [row.id, row]),
  )
  return items.map(({ serviceID }) => {
    const service = found.get(serviceID)
    const isHere = service && (service.locationIds.length === 0 || service.locationIds.includes(location.id))
    if (!isHere) throw new AppError('ServiceNotFound')
    return service
  })
}

type Bookable = Awaited<ReturnType<typeof listBookableResources>>[number]

/** Who and what can provide an item at the location, by kind. For kinds that were asked for by name, only these. */
function chooseCandidates(
  item: AskedItem,
  service: ServiceRow,
  bookable: readonly Bookable[],
  { isAsked, mayBeArchived }: { isAsked: (resource: Bookable) => boolean; mayBeArchived: boolean },
): Bookable[][] {
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
    return candidates.filter(isAsked)
  })
}

/** What may be in the way of visits that start in a period. */
function widenWindow(starts: Interval, items: readonly AskedItem[], services: readonly ServiceRow[]): Interval {
  const longest = items.reduce((sum, item, index) => {
    const service = services[index] as ServiceRow
    return sum + item.gapMinutes + durationOf(item, service)
  }, 0)
  const buffer = Math.max(...services.map((service) => service.bufferBeforeMinutes + service.bufferAfterMinutes))
  return { from: starts.from - buffer * MINUTE_MS, until: starts.until + (longest + buffer) * MINUTE_MS }
}

const namedDay = (local: LocalTime, date: string, name: string): NamedInterval[] =>
  local.dates.includes(date) ? dayInterval(local, date).map((interval) => ({ ...interval, name })) : []

function toTimes(
  local: LocalTime,
  resource: Pick<ResourceTimes, 'id' | 'kind' | 'position'>,
  week: WeekHours | null,
  hours: ResourceHours | undefined,
  { claims, busy }: { claims: Claim[]; busy: Interval[] },
): ResourceTimes {
  const exceptions = hours?.exceptions ?? []
  const blocks = (hours?.blocks ?? []).toSorted((a, b) => a.from - b.from)
  const longest = (intervals: readonly Interval[]) => Math.max(0, ...intervals.map(({ from, until }) => until - from))
  return {
    ...resource,
    open: openIntervals(local, week, exceptions),
    timeOff: exceptions.flatMap(({ date, name }) => namedDay(local, date, name)),
    blocks,
    busy,
    claims,
    longestClaim: longest(claims),
    longestBlock: longest(blocks),
    longestBusy: longest(busy),
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
  {
    local,
    location,
    window,
    bookingId,
  }: { local: LocalTime; location: { id: string }; window: Interval; bookingId: string | null },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (service.dayMax === null) return counts
  const rows = await tx
    .selectFrom('bookingItems as i')
    .innerJoin('bookings as b', (join) => join.on('b.tenantId', '=', tx.tenantId).onRef('b.id', '=', 'i.bookingId'))
    .where('i.tenantId', '=', tx.tenantId)
    .where('i.serviceId', '=', service.id)
    .where('i.startsAt', '>=', new Date(window.from - DAY_MS).toISOString())
    .where('i.startsAt', '<', new Date(window.until + DAY_MS).toISOString())
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

/** Whether a person has as many upcoming bookings of a service as it allows. */
async function isLimitReached(
  tx: TenantTx,
  service: ServiceRow,
  { contactId, bookingId }: { contactId: string | null; bookingId: string | null },
): Promise<boolean> {
  if (service.personMax === null || contactId === null) return false
  const rows = await tx
    .selectFrom('bookings as b')
    .where('b.tenantId', '=', tx.tenantId)
    .where('b.contactId', '=', contactId)
    .where('b.startsAt', '>', tx.now())
    .where(sql<boolean>`b.status = any(${[...HOLDING_STATUSES]}::text[])`)
    .$if(bookingId !== null, (query) => query.where('b.id', '<>', bookingId))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bookingItems as i')
          .where('i.tenantId', '=', tx.tenantId)
          .whereRef('i.bookingId', '=', 'b.id')
          .where('i.serviceId', '=', service.id)
          .select('i.item'),
      ),
    )
    .select('b.id')
    .limit(service.personMax)
    .execute()
  return rows.length >= service.personMax
}
