import { serverInstant } from './server-time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format is slow and using it is fast, so each is made once. */
function format(name: string, zone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${name} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(document.documentElement.lang || 'en', { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

const dayIn = (instant: string, zone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate()

export type DayDistance = 'today' | 'yesterday' | 'this week' | 'this year' | 'earlier'

/** How far back a moment lies, counted in calendar days of the zone. */
export function dayDistance(instant: string, zone: string, now = serverInstant()): DayDistance {
  const day = dayIn(instant, zone)
  const today = dayIn(now, zone)
  const days = day.until(today, { largestUnit: 'days' }).days
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days < 7) return 'this week'
  return day.year === today.year ? 'this year' : 'earlier'
}

/** The day of a moment in the zone, as a key. */
export const dayKey = (instant: string, zone: string) => dayIn(instant, zone).toString()

export const clock = (instant: string, zone: string) =>
  format('clock', zone, { hour: 'numeric', minute: '2-digit' }).format(new Date(instant))

export const weekday = (instant: string, zone: string) =>
  format('weekday', zone, { weekday: 'short' }).format(new Date(instant))

export const longWeekday = (instant: string, zone: string) =>
  format('longWeekday', zone, { weekday: 'long' }).format(new Date(instant))

export const monthDay = (instant: string, zone: string) =>
  format('monthDay', zone, { month: 'short', day: 'numeric' }).format(new Date(instant))

export const fullDate = (instant: string, zone: string) =>
  format('fullDate', zone, { month: 'short', day: 'numeric', year: 'numeric' }).format(new Date(instant))

export const exact = (instant: string, zone: string) =>
  format('exact', zone, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(instant))
