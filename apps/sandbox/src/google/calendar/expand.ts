import ICAL from 'ical.js'
import type { EventTime, GoogleEvent } from '../../store/google.ts'

export interface Period {
  from: number
  until: number
}

/** Instants of a start or an end; whole days are days of the calendar's zone. */
function instantOf(time: EventTime, timeZone: string): number {
  if (time.date !== undefined)
    return Temporal.PlainDate.from(time.date).toZonedDateTime(time.timeZone ?? timeZone).epochMilliseconds
  return Temporal.Instant.from(time.dateTime ?? '').epochMilliseconds
}

export const periodOf = ({ start, end }: Pick<GoogleEvent, 'start' | 'end'>, timeZone: string): Period => ({
  from: instantOf(start, timeZone),
  until: instantOf(end, timeZone),
})

const MAX_INSTANCES = 10_000

/** The times at which a recurring event starts, in a period. Each date keeps its wall time, whatever the clocks do. */
function* startsOf(event: GoogleEvent, timeZone: string, until: number): Generator<EventTime> {
  const zone = event.start.timeZone ?? timeZone
  const isAllDay = event.start.date !== undefined
  const local = isAllDay
    ? (event.start.date ?? '')
    : Temporal.Instant.from(event.start.dateTime ?? '')
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'second' })
  const excluded = new Set(
    (event.recurrence ?? []).filter((line) => line.startsWith('EXDATE')).flatMap((line) => line.split(':')[1] ?? []),
  )
  const rule = event.recurrence?.find((line) => line.startsWith('RRULE:'))?.slice('RRULE:'.length)
  if (!rule) return
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(local, null as never))
  for (let count = 0; count < MAX_INSTANCES; count++) {
    const next = iterator.next()
    if (!next) return
    if (excluded.has(next.toICALString())) continue
    const start = isAllDay
      ? { date: next.toString().slice(0, 10) }
      : {
          dateTime: Temporal.PlainDateTime.from(next.toString())
            .toZonedDateTime(zone)
            .toString({ timeZoneName: 'never', smallestUnit: 'second' }),
          timeZone: zone,
        }
    if (instantOf(start, timeZone) >= until) return
    yield start
  }
}

const shortOf = (start: EventTime): string =>
  start.date !== undefined
    ? start.date.replaceAll('-', '')
    : Temporal.Instant.from(start.dateTime ?? '')
        .toString({ smallestUnit: 'second' })
        .replaceAll(/[-:]/g, '')

/** The instances of a recurring event that overlap a period. */
export function expand(event: GoogleEvent, timeZone: string, period: Period): GoogleEvent[] {
  const { from, until } = periodOf(event, timeZone)
  const days = Math.round((until - from) / 86_400_000)
  const instances: GoogleEvent[] = []
  for (const start of startsOf(event, timeZone, period.until)) {
    const end =
      start.date !== undefined
        ? { date: Temporal.PlainDate.from(start.date).add({ days }).toString() }
        : {
            dateTime: Temporal.Instant.fromEpochMilliseconds(instantOf(start, timeZone) + until - from)
              .toZonedDateTimeISO(start.timeZone ?? timeZone)
              .toString({ timeZoneName: 'never', smallestUnit: 'second' }),
            ...(start.timeZone !== undefined && { timeZone: start.timeZone }),
          }
    if (instantOf(end, timeZone) <= period.from) continue
    const { recurrence: _recurrence, ...rest } = event
    instances.push({
      ...rest,
      id: `${event.id}_${shortOf(start)}`,
      recurringEventId: event.id,
      originalStartTime: start,
      start,
      end,
    })
  }
  return instances
}

/** Finds an instance by its id. */
export function findInstance(event: GoogleEvent, timeZone: string, id: string): GoogleEvent | undefined {
  const period = { from: Number.NEGATIVE_INFINITY, until: Date.UTC(2100, 0, 1) }
  return expand(event, timeZone, period).find((instance) => instance.id === id)
}
