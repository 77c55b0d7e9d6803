import type { OpeningHours, OpenSpan } from '../api/business-hours.ts'
import { FIRST_WEEKDAY } from './weeks.ts'

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The weekdays in the order in which weeks show them. */
export const weekdaysInOrder = (): Weekday[] => [
  ...WEEKDAYS.slice(FIRST_WEEKDAY - 1),
  ...WEEKDAYS.slice(0, FIRST_WEEKDAY - 1),
]

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const isOvernight = ({ opens, closes }: OpenSpan) => minutes(closes) <= minutes(opens)

/** Whether the spans of a day are valid together: none is empty, none overlap, only the last ends after midnight. */
export function areSpansApart(spans: readonly OpenSpan[]): boolean {
  const sorted = spans.toSorted((a, b) => minutes(a.opens) - minutes(b.opens))
  return sorted.every((span, i) => {
    if (span.opens === span.closes) return false
    const next = sorted[i + 1]
    return !next || (!isOvernight(span) && minutes(span.closes) <= minutes(next.opens))
  })
}

const spansOf = (hours: OpeningHours, date: Temporal.PlainDate): OpenSpan[] =>
  hours.exceptions.find((exception) => exception.date === date.toString())?.spans ??
  hours.week[WEEKDAYS[date.dayOfWeek - 1] ?? 'monday']

/**
 * Whether a location is open at an instant, by its local time. An hour skipped by a clock change is never open, and a
 * repeated one is open both times.
 */
export function isOpen(hours: OpeningHours, instant: string): boolean {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(hours.timeZone)
  const now = local.hour * 60 + local.minute
  const today = local.toPlainDate()
  return (
    spansOf(hours, today).some(
      (span) => now >= minutes(span.opens) && (isOvernight(span) || now < minutes(span.closes)),
    ) || spansOf(hours, today.subtract({ days: 1 })).some((span) => isOvernight(span) && now < minutes(span.closes))
  )
}

/** Upper bound of the search: a seasonal closure. */
const LOOK_AHEAD_DAYS = 200

/** Next time it opens, or closes if it is open now; null if there is no change within a season. */
export function nextChange(hours: OpeningHours, instant: string): string | null {
  const start = Temporal.Instant.from(instant)
  const present = isOpen(hours, instant)
  const local = start.toZonedDateTimeISO(hours.timeZone)
  const first = local.toPlainDate().subtract({ days: 1 })
  for (let day = 0; day <= LOOK_AHEAD_DAYS; day++) {
    const date = first.add({ days: day })
    const change = edgesOf(hours, date)
      .filter((edge) => Temporal.Instant.compare(edge, start) > 0)
      .toSorted(Temporal.Instant.compare)
      .find((edge) => isOpen(hours, edge.toString()) !== present)
    if (change) return change.toString()
  }
  return null
}

/** Longer waits are not distinguished. */
const COUNTED_DAYS = 60

/** Counts the open minutes between two instants, at most two months back. */
export function openMinutes(hours: OpeningHours, from: string, to: string): number {
  const start = Temporal.Instant.from(from).epochMilliseconds
  const end = Temporal.Instant.from(to).epochMilliseconds
  if (start >= end) return 0
  const dayOf = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(hours.timeZone).toPlainDate()
  const last = dayOf(end)
  const oldest = last.subtract({ days: COUNTED_DAYS })
  // A span of the day before may end after midnight.
  let date = dayOf(start).subtract({ days: 1 })
  if (Temporal.PlainDate.compare(date, oldest) < 0) date = oldest
  let open = 0
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const span of spansOf(hours, date)) {
      const opens = minutes(span.opens)
      const closes = minutes(span.closes) + (isOvernight(span) ? 24 * 60 : 0)
      open += Math.max(0, Math.min(end, wallTime(hours, date, closes)) - Math.max(start, wallTime(hours, date, opens)))
    }
  }
  return Math.floor(open / 60_000)
}

/** Instants at which local time is this many minutes after midnight of a day. */
function wallTime({ timeZone }: OpeningHours, date: Temporal.PlainDate, minutesOfDay: number): number {
  const day = date.add({ days: Math.floor(minutesOfDay / (24 * 60)) })
  const time = Temporal.PlainTime.from('00:00').add({ minutes: minutesOfDay % (24 * 60) })
  return day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
}

/** Instants at which spans of a day may begin or end, and of its clock changes. */
function edgesOf(hours: OpeningHours, date: Temporal.PlainDate): Temporal.Instant[] {
  const next = date.add({ days: 1 })
  const at = (day: Temporal.PlainDate, time: string) => {
    const isMidnight = time === '24:00'
    const wall = (isMidnight ? day.add({ days: 1 }) : day).toPlainDateTime(isMidnight ? '00:00' : time)
    // A repeated hour yields both instants; a skipped one is covered by the clock change below.
    return (['earlier', 'later'] as const).map((disambiguation) =>
      wall.toZonedDateTime(hours.timeZone, { disambiguation }).toInstant(),
    )
  }
  const edges = spansOf(hours, date).flatMap((span) => [
    ...at(date, span.opens),
    ...at(isOvernight(span) ? next : date, span.closes),
  ])
  const midnight = date.toZonedDateTime(hours.timeZone)
  const clocks = midnight.getTimeZoneTransition('next')
  const isThatDay = clocks && Temporal.PlainDate.compare(clocks.toPlainDate(), date) === 0
  // Exceptions and the days after them may begin or end at midnight.
  return [...edges, midnight.toInstant(), ...(isThatDay ? [clocks.toInstant()] : [])]
}

const HOLIDAY_COUNTRIES = ['US', 'CA'] as const
export type HolidayCountry = (typeof HOLIDAY_COUNTRIES)[number]

export interface Holiday {
  date: string
  name: string
}

const nth = (year: number, month: number, weekday: number, n: number): Temporal.PlainDate => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 })
}
const lastMonday = (year: number, month: number) => {
  const last = Temporal.PlainDate.from({ year, month, day: 1 }).add({ months: 1 }).subtract({ days: 1 })
  return last.subtract({ days: (last.dayOfWeek + 6) % 7 })
}
const on = (year: number, month: number, day: number) => Temporal.PlainDate.from({ year, month, day })

/** Easter Sunday, by the anonymous Gregorian algorithm (Meeus/Jones/Butcher). */
function easter(year: number): Temporal.PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return on(year, Math.floor(n / 31), (n % 31) + 1)
}

const MONDAY = 1
const THURSDAY = 4

const HOLIDAYS: Record<HolidayCountry, (year: number) => [string, Temporal.PlainDate][]> = {
  // https://www.opm.gov/policy-data-oversight/pay-leave/federal-holidays/
  US: (year) => [
    ['New Year’s Day', on(year, 1, 1)],
    ['Martin Luther King Jr. Day', nth(year, 1, MONDAY, 3)],
    ['Presidents’ Day', nth(year, 2, MONDAY, 3)],
    ['Memorial Day', lastMonday(year, 5)],
    ['Juneteenth', on(year, 6, 19)],
    ['Independence Day', on(year, 7, 4)],
    ['Labor Day', nth(year, 9, MONDAY, 1)],
    ['Columbus Day', nth(year, 10, MONDAY, 2)],
    ['Veterans Day', on(year, 11, 11)],
    ['Thanksgiving Day', nth(year, 11, THURSDAY, 4)],
    ['Christmas Day', on(year, 12, 25)],
  ],
  // https://www.canada.ca/en/revenue-agency/services/tax/public-holidays.html
  CA: (year) => [
    ['New Year’s Day', on(year, 1, 1)],
    ['Good Friday', easter(year).subtract({ days: 2 })],
    ['Easter Monday', easter(year).add({ days: 1 })],
    // The Monday before May 25.
    ['Victoria Day', on(year, 5, 24).subtract({ days: on(year, 5, 24).dayOfWeek - 1 })],
    ['Canada Day', on(year, 7, 1)],
    ['Civic Holiday', nth(year, 8, MONDAY, 1)],
    ['Labour Day', nth(year, 9, MONDAY, 1)],
    ['National Day for Truth and Reconciliation', on(year, 9, 30)],
    ['Thanksgiving Day', nth(year, 10, MONDAY, 2)],
    ['Remembrance Day', on(year, 11, 11)],
    ['Christmas Day', on(year, 12, 25)],
    ['Boxing Day', on(year, 12, 26)],
  ],
}

/** Federal holidays of the twelve months from a day, in order. */
export function holidaysFrom(country: HolidayCountry, date: string): Holiday[] {
  const from = Temporal.PlainDate.from(date)
  const until = from.add({ years: 1 })
  return [from.year, from.year + 1]
    .flatMap((year) => HOLIDAYS[country](year))
    .filter(([, day]) => Temporal.PlainDate.compare(day, from) >= 0 && Temporal.PlainDate.compare(day, until) < 0)
    .map(([name, day]) => ({ name, date: day.toString() }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

export const DEFAULT_AFTER_HOURS_MESSAGE =
  "Thanks for your message! We're closed right now and will get back to you when we open."
