import type { OpenSpan } from '@frontdesk/contract/api'
import { type Interval, union } from './intervals.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A period in which the clocks of a zone keep one offset from UTC. */
interface OffsetPeriod extends Interval {
  offset: number
}

/** Conversions between instants and the wall time of a zone within a window. Exact around clock changes. */
export interface LocalTime {
  timeZone: string
  periods: OffsetPeriod[]
  /** The local dates of the window, and the day before it, whose hours may end after midnight. */
  dates: LocalDate[]
}

export interface LocalDate {
  date: string
  /** From Monday on. */
  weekday: number
  /** Its midnight as if the zone were UTC, in epoch milliseconds. */
  midnight: number
}

export function localTimeOf(timeZone: string, { from, until }: Interval): LocalTime {
  const periods: OffsetPeriod[] = []
  let at = from
  while (at < until) {
    const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
    const change = here.getTimeZoneTransition('next')?.epochMilliseconds ?? until
    const end = Math.min(change, until)
    periods.push({ from: at, until: end, offset: here.offsetNanoseconds / 1e6 })
    at = end
  }
  const midnightAt = (instant: number, { offset } = { offset: 0 }) => Math.floor((instant + offset) / DAY_MS) * DAY_MS
  const dates: LocalDate[] = []
  for (let at = midnightAt(from, periods[0]) - DAY_MS; at <= midnightAt(until, periods.at(-1)); at += DAY_MS)
    dates.push({
      date: new Date(at).toISOString().slice(0, 10),
      weekday: (new Date(at).getUTCDay() + 6) % 7,
      midnight: at,
    })
  return { timeZone, periods, dates }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** When wall time is in the spans of a date; an hour that clocks skip is never, and one they repeat is twice. */
export function intervalsOf({ periods }: LocalTime, { midnight }: LocalDate, spans: readonly OpenSpan[]): Interval[] {
  return spans.flatMap(({ opens, closes }) => {
    const from = midnight + minutesOf(opens) * MINUTE_MS
    const until = midnight + minutesOf(closes) * MINUTE_MS + (minutesOf(closes) <= minutesOf(opens) ? DAY_MS : 0)
    return periods.flatMap((period) => {
      const interval = {
        from: Math.max(period.from, from - period.offset),
        until: Math.min(period.until, until - period.offset),
      }
      return interval.from < interval.until ? [interval] : []
    })
  })
}

/** When a whole date is, by the clocks of the zone. */
export const dayInterval = (local: LocalTime, date: LocalDate): Interval[] =>
  union(intervalsOf(local, date, [{ opens: '00:00', closes: '24:00' }]))

/** The instants of the window at which wall time is a multiple of some minutes after midnight. */
export function* stepsOf({ periods }: LocalTime, stepMinutes: number): Generator<number> {
  const step = stepMinutes * MINUTE_MS
  for (const { from, until, offset } of periods)
    for (let local = Math.ceil((from + offset) / step) * step; local - offset < until; local += step)
      yield local - offset
}

/** The local date of an instant of the window. */
export function localDateOf({ periods }: LocalTime, instant: number): string {
  const period = periods.find(({ until }) => instant < until) ?? periods.at(-1)
  return new Date(instant + (period?.offset ?? 0)).toISOString().slice(0, 10)
}

/** Days by the clocks of a zone, from midnight to midnight. */
export function daysFrom(timeZone: string, date: string, days: number): Interval {
  const first = Temporal.PlainDate.from(date)
  return {
    from: first.toZonedDateTime(timeZone).epochMilliseconds,
    until: first.add({ days }).toZonedDateTime(timeZone).epochMilliseconds,
  }
}
