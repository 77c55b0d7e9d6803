import type { Booking, BookingBlock, TimeOff } from '@frontdesk/contract/api'
import { clock, dayKey } from '../../../lib/time.ts'
import type { Calendar } from './place-events.ts'

/** Something on a day, in the order in which it is shown. */
export type DayEntry =
  | { kind: 'visit'; key: string; sortedAt: string; booking: Booking }
  | { kind: 'block'; key: string; sortedAt: string; block: BookingBlock; time: string | null }
  | { kind: 'off'; key: string; sortedAt: string; timeOff: TimeOff }

/**
 * What is on each of these days, by the clocks of a zone: time off and whole blocked days first. Visits are on the day
 * they start, blocks on every day that they reach into.
 */
export function daysOfCalendar(
  dates: readonly string[],
  { bookings, blocks, timeOff }: Calendar,
  zone: string,
): Map<string, DayEntry[]> {
  const days = new Map<string, DayEntry[]>(dates.map((date) => [date, []]))
  for (const off of timeOff)
    days.get(off.date)?.push({ kind: 'off', key: `${off.resourceID} ${off.date}`, sortedAt: '', timeOff: off })
  for (const block of blocks) addBlock(days, block, zone)
  for (const booking of bookings) {
    const { id, startsOnUtc } = booking
    days.get(dayKey(startsOnUtc, zone))?.push({ kind: 'visit', key: id, sortedAt: startsOnUtc, booking })
  }
  for (const entries of days.values()) entries.sort((a, b) => (a.sortedAt < b.sortedAt ? -1 : 1))
  return days
}

function addBlock(days: ReadonlyMap<string, DayEntry[]>, block: BookingBlock, zone: string): void {
  const { id, startsOnUtc, endsOnUtc } = block
  for (const [date, entries] of days) {
    const day = Temporal.PlainDate.from(date)
    const midnight = (of: Temporal.PlainDate) => of.toZonedDateTime(zone).epochMilliseconds
    const [start, end] = [midnight(day), midnight(day.add({ days: 1 }))]
    const [from, until] = [Date.parse(startsOnUtc), Date.parse(endsOnUtc)]
    if (from >= end || until <= start) continue
    const startsHere = from >= start
    const isWhole = from <= start && until >= end
    const time = isWhole ? null : startsHere ? clock(startsOnUtc, zone) : `– ${clock(endsOnUtc, zone)}`
    const sortedAt = isWhole ? '' : new Date(Math.max(from, start)).toISOString()
    entries.push({ kind: 'block', key: `${id} ${date}`, sortedAt, block, time })
  }
}
