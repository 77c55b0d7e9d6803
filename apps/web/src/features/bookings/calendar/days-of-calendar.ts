import type { Booking, BookingBlock, TimeOff } from '@frontdesk/contract/api'
import { clock, dayKey } from '../../../lib/time.ts'
import type { Calendar } from './place-events.ts'

/** An entry of a day, in display order. */
export type DayEntry =
  /** `time` is null for all-day entries. */
  | { kind: 'visit'; key: string; sortedAt: string; booking: Booking; time: string | null; startsHere: boolean }
  | { kind: 'block'; key: string; sortedAt: string; block: BookingBlock; time: string | null }
  | { kind: 'off'; key: string; sortedAt: string; timeOff: TimeOff }

/**
 * The entries of each local day: time off and all-day entries first. Visits and blocks are on every day they overlap.
 */
export function daysOfCalendar(
  dates: readonly string[],
  { bookings, blocks, timeOff }: Calendar,
  zone: string,
): Map<string, DayEntry[]> {
  const days = new Map<string, DayEntry[]>(dates.map((date) => [date, []]))
  for (const off of timeOff)
    days.get(off.date)?.push({ kind: 'off', key: `${off.resourceID} ${off.date}`, sortedAt: '', timeOff: off })
  for (const block of blocks)
    for (const { date, sortedAt, time } of partsOn(dates, block, zone))
      days.get(date)?.push({ kind: 'block', key: `${block.id} ${date}`, sortedAt, block, time })
  for (const booking of bookings)
    for (const { date, sortedAt, time, startsHere } of partsOn(dates, booking, zone))
      days.get(date)?.push({ kind: 'visit', key: `${booking.id} ${date}`, sortedAt, booking, time, startsHere })
  for (const entries of days.values()) entries.sort((a, b) => (a.sortedAt < b.sortedAt ? -1 : 1))
  return days
}

/** A day is at least this long: clock changes skip an hour or two. */
const SHORTEST_DAY_MS = 22 * 60 * 60_000

interface Part {
  date: string
  sortedAt: string
  time: string | null
  startsHere: boolean
}

/** The parts of an entry on these days. */
function partsOn(
  dates: readonly string[],
  { startsOnUtc, endsOnUtc }: Pick<Booking, 'startsOnUtc' | 'endsOnUtc'>,
  zone: string,
): Part[] {
  const [from, until] = [Date.parse(startsOnUtc), Date.parse(endsOnUtc)]
  const first = dayKey(startsOnUtc, zone)
  const last = dayKey(new Date(Math.max(from, until - 1)).toISOString(), zone)
  return dates
    .filter((date) => date >= first && date <= last)
    .map((date) => {
      const startsHere = date === first
      const isWhole =
        until - from >= SHORTEST_DAY_MS && from <= midnight(date, zone) && until >= midnight(nextDay(date), zone)
      const time = isWhole ? null : startsHere ? clock(startsOnUtc, zone) : `– ${clock(endsOnUtc, zone)}`
      return { date, sortedAt: startsHere && !isWhole ? startsOnUtc : '', time, startsHere }
    })
}

const nextDay = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
const midnight = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
