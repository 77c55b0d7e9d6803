import { t } from '@lingui/core/macro'
import { serverInstant } from './server-time.ts'

/** The reader's time zone: their browser's. Times are shown in it, unless another zone is named beside them. */
export const readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter is slow and using it is fast, so each is created once. */
function format(name: string, zone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${name} ${zone}`
  const existing = formats.get(key)
  if (existing) return existing
  const made = new Intl.DateTimeFormat(document.documentElement.lang || 'en', { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

const dayIn = (instant: string, zone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate()

export type DayDistance = 'today' | 'yesterday' | 'this week' | 'this year' | 'earlier'

/** Number of calendar days of the zone since an instant. */
export function dayDistance(instant: string, zone = readerZone, now = serverInstant()): DayDistance {
  const day = dayIn(instant, zone)
  const today = dayIn(now, zone)
  const days = day.until(today, { largestUnit: 'days' }).days
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days < 7) return 'this week'
  return day.year === today.year ? 'this year' : 'earlier'
}

/** The day of an instant in the zone, as a key. */
export const dayKey = (instant: string, zone = readerZone) => dayIn(instant, zone).toString()

export const clock = (instant: string, zone = readerZone) =>
  format('clock', zone, { hour: 'numeric', minute: '2-digit' }).format(new Date(instant))

export const weekday = (instant: string, zone = readerZone) =>
  format('weekday', zone, { weekday: 'short' }).format(new Date(instant))

export const longWeekday = (instant: string, zone = readerZone) =>
  format('longWeekday', zone, { weekday: 'long' }).format(new Date(instant))

export const monthDay = (instant: string, zone = readerZone) =>
  format('monthDay', zone, { month: 'short', day: 'numeric' }).format(new Date(instant))

export const fullDate = (instant: string, zone = readerZone) =>
  format('fullDate', zone, { month: 'short', day: 'numeric', year: 'numeric' }).format(new Date(instant))

const offset = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).offsetNanoseconds

/** Whether the local time of a zone differs from the reader's at that instant. */
export const isOtherClock = (instant: string, zone: string) => offset(instant, zone) !== offset(instant, readerZone)

/** The common name of a zone: Pacific Time. */
export const zoneName = (zone: string) =>
  format('zoneName', zone, { timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

/** The local time of `zone` if it differs from the reader's: 9:00 AM Pacific Time. */
export function otherClock(instant: string, zone: string): string | null {
  if (!isOtherClock(instant, zone)) return null
  const day = dayKey(instant, zone) === dayKey(instant) ? '' : `${weekday(instant, zone)} `
  return `${day}${clock(instant, zone)} ${zoneName(zone)}`
}

/** For tooltips: to the second, with the local time of `zone` if it differs. */
export function exact(instant: string, zone = readerZone): string {
  const reader = format('exact', readerZone, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(instant))
  const other = otherClock(instant, zone)
  return other ? `${reader} (${other})` : reader
}

/** A future or recent instant in a sentence: today at 3:40 PM, Friday at 9:00 AM, Dec 4, 2026 at 9:00 AM. */
export function moment(instant: string, zone = readerZone, today = dayIn(serverInstant(), zone)): string {
  const time = clock(instant, zone)
  const days = today.until(dayIn(instant, zone), { largestUnit: 'days' }).days
  if (days === 0) return t`today at ${time}`
  if (days === 1) return t`tomorrow at ${time}`
  if (days === -1) return t`yesterday at ${time}`
  const day = days > 0 && days < 7 ? longWeekday(instant, zone) : fullDate(instant, zone)
  return t`${day} at ${time}`
}

/** A local time without a zone, by the reader's calendar: tomorrow at 9:00 AM. */
export const wallMoment = (local: string) => moment(`${local}:00Z`, 'UTC', dayIn(serverInstant(), readerZone))

/**
 * The local time of `zone`, also of an end on the same day, with the reader's time where it differs: today at 9:00 AM –
 * 9:45 AM Pacific Time (12:00 PM yours).
 */
export function momentIn(instant: string, zone: string, end?: string): string {
  const start = moment(instant, zone)
  const there = end === undefined ? start : `${start} – ${clock(end, zone)}`
  if (!isOtherClock(instant, zone)) return there
  const yours = dayKey(instant, zone) === dayKey(instant) ? clock(instant) : moment(instant)
  return t`${there} ${zoneName(zone)} (${yours} yours)`
}

/**
 * The same where it stands alone, as a value or on a line of its own: Today at 9:00 AM Pacific Time (12:00 PM yours).
 */
export function momentLabel(instant: string, zone: string, end?: string): string {
  const text = momentIn(instant, zone, end)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
