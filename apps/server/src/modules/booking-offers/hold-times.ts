import { OFFER_DAYS, OFFERED_TIMES, type Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { daysFrom, findSlots, holdForText, nullIfUnavailable, type RequestedItem } from '../bookings/index.ts'

/** The times that may be offered, in epoch milliseconds. */
export interface RequestedDays {
  from: number
  until: number
  /** Prefers times near this instant; undefined: times on different days. */
  near?: number
  /** Times of day at which a visit may start, by the clocks of the location, both included. */
  times?: { from: Temporal.PlainTime | null; to: Temporal.PlainTime | null } | null
}

interface HoldRequest {
  location: { id: string; timeZone: string }
  items: RequestedItem[]
  /** The contact whose limits per person apply; null: none apply. */
  contactId: string | null
  /** The teammate who offers the times. */
  viewer?: Viewer | null | undefined
  /** The visit that is to be moved. */
  movesBookingId: string | null
  minutes: number
  /** Times that were shown before, which are not offered again. */
  shown: ReadonlySet<string>
  requested: RequestedDays
}

export interface HeldTime {
  startsAt: string
  bookingId: string
}

/** Attempts to hold a time; others may take one in between, and times of one resource may overlap each other. */
const MAX_ATTEMPTS = 12

/** Finds free times and holds them, in their order; up to as many as a text offers. */
export async function holdTimes(
  tx: TenantTx,
  { location, items, contactId, viewer = null, movesBookingId, minutes, shown, requested }: HoldRequest,
): Promise<HeldTime[]> {
  const starts = { from: requested.from, until: requested.until }
  const visit = { viewer, location, items, contactId, starts, bookingId: movesBookingId, isOnline: true }
  const slots = (await nullIfUnavailable(findSlots(tx, visit))) ?? []
  const free = slots
    .map(({ startsOnUtc }) => startsOnUtc)
    .filter((start) => !shown.has(start) && isAtTime(start, requested.times ?? null, location.timeZone))
  const preferred =
    requested.near === undefined ? onDifferentDays(free, shown, location.timeZone) : nearest(free, requested.near)
  const held: HeldTime[] = []
  for (const startsAt of preferred.slice(0, MAX_ATTEMPTS)) {
    if (held.length === OFFERED_TIMES) break
    const bookingId = await holdForText(tx, location, { items, startsAt, minutes })
    if (bookingId !== null) held.push({ startsAt, bookingId })
  }
  return held.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}

function isAtTime(instant: string, times: RequestedDays['times'] | null, timeZone: string): boolean {
  if (!times) return true
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainTime()
  const isAfterStart = !times.from || Temporal.PlainTime.compare(time, times.from) >= 0
  return isAfterStart && (!times.to || Temporal.PlainTime.compare(time, times.to) <= 0)
}

/** The first time of each day that was not shown yet, then the earliest others. */
function onDifferentDays(times: readonly string[], shown: ReadonlySet<string>, timeZone: string): string[] {
  const dayOf = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const days = new Set([...shown].map(dayOf))
  const firsts = times.filter((at) => {
    const day = dayOf(at)
    if (days.has(day)) return false
    days.add(day)
    return true
  })
  return [...firsts, ...times.filter((at) => !firsts.includes(at))]
}

const nearest = (times: readonly string[], instant: number): string[] =>
  times.toSorted((a, b) => Math.abs(Date.parse(a) - instant) - Math.abs(Date.parse(b) - instant))

/** The days from which times are offered if nothing else is requested, from the day of an instant or from a date. */
export const offerDays = (timeZone: string, instant: string, date?: string): RequestedDays => {
  const first = date ?? Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  return daysFrom(timeZone, first, OFFER_DAYS)
}
