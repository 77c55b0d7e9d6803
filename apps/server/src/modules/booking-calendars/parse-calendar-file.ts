import ICAL from 'ical.js'
import type { Interval } from './interval.ts'

interface BusyEvent extends Interval {
  id: string
}

/** Times that a file can contain before it is refused. */
const BUSY_MAX = 20_000
/** Instances of one event that are examined, including those before the period: every day of fifty years. */
const INSTANCES_MAX = 20_000

export type ParsedCalendar = { busy: BusyEvent[] } | { error: 'unreadable' | 'too-large' }
export interface ParseOptions {
  within: Interval
  timeZone: string
}

/**
 * The times at which an iCalendar file is busy in a period. Endless rules end with the period. Whole days and times
 * without a zone are those of `timeZone`. It may take long and much memory: see `parseInWorker`.
 */
export function parseCalendarFile(text: string, { within, timeZone }: ParseOptions): ParsedCalendar {
  try {
    const calendars = [ICAL.parse(text)].flat(1)
    const root = new ICAL.Component(calendars as never)
    if (root.name !== 'vcalendar') return { error: 'unreadable' }
    const busy = [...busyOf(root, within, timeZone)]
    return { busy }
  } catch (error) {
    return { error: error instanceof RangeError ? 'too-large' : 'unreadable' }
  }
}

function* busyOf(root: ICAL.Component, within: Interval, timeZone: string): Generator<BusyEvent> {
  const zones = new Map<string, ICAL.Timezone>()
  for (const component of root.getAllSubcomponents('vtimezone')) {
    const zone = new ICAL.Timezone(component)
    zones.set(zone.tzid, zone)
  }
  const toMs = (time: ICAL.Time, tzid: string | null): number => instantOf(time, tzid, { zones, timeZone })
  let busyCount = 0
  // Without exceptions of its own, each event looks through all others for them.
  const events = root.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component, { exceptions: [] }))
  const exceptions = Map.groupBy(
    events.filter((event) => event.isRecurrenceException()),
    ({ uid }) => uid,
  )
  for (const event of events) {
    if (event.isRecurrenceException()) continue
    const { component } = event
    const tzid = tzidOf(component, 'dtstart')
    const length = lengthOf(event, toMs)
    const ofEvent = exceptions.get(event.uid) ?? []
    const replaced = new Set(ofEvent.map((each) => toMs(each.recurrenceId, tzidOf(each.component, 'recurrence-id'))))
    const starts = event.isRecurring() ? event.iterator() : [event.startDate]
    const next = Symbol.iterator in starts ? starts[Symbol.iterator]() : null
    let instanceCount = 0
    for (;;) {
      const time = next ? (next.next().value as ICAL.Time | undefined) : (starts as ICAL.RecurExpansion).next()
      if (!time) break
      if (++instanceCount > INSTANCES_MAX) throw new RangeError('The file repeats events too often.')
      const from = toMs(time, tzid)
      if (from >= within.until) break
      if (from + length <= within.from || replaced.has(from) || !isBusy(component) || length <= 0) continue
      if (++busyCount > BUSY_MAX) throw new RangeError('The file has too many events.')
      yield { id: `${event.uid}@${from}`, from, until: from + length }
    }
    for (const exception of ofEvent) {
      const from = toMs(exception.startDate, tzidOf(exception.component, 'dtstart'))
      const until = from + lengthOf(exception, toMs)
      if (from >= within.until || until <= within.from || until <= from || !isBusy(exception.component)) continue
      yield { id: `${event.uid}@${from}`, from, until }
    }
  }
}

const textOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '').toUpperCase()

const isBusy = (component: ICAL.Component): boolean =>
  textOf(component, 'transp') !== 'TRANSPARENT' && textOf(component, 'status') !== 'CANCELLED'

const tzidOf = (component: ICAL.Component, name: string): string | null => {
  const tzid = component.getFirstProperty(name)?.getFirstParameter('tzid')
  return tzid ? String(tzid) : null
}

function lengthOf(event: ICAL.Event, toMs: (time: ICAL.Time, tzid: string | null) => number): number {
  const { component } = event
  if (component.hasProperty('dtend')) {
    const end = toMs(event.endDate, tzidOf(component, 'dtend') ?? tzidOf(component, 'dtstart'))
    return end - toMs(event.startDate, tzidOf(component, 'dtstart'))
  }
  return event.duration.toSeconds() * 1000
}

/** An instant, by the rules of IANA zones; a zone of another name by those of the file. */
function instantOf(
  time: ICAL.Time,
  tzid: string | null,
  { zones, timeZone }: { zones: ReadonlyMap<string, ICAL.Timezone>; timeZone: string },
): number {
  const { year, month, day, hour, minute, second } = time
  if (time.isDate) return new Temporal.PlainDate(year, month, day).toZonedDateTime(timeZone).epochMilliseconds
  const local = new Temporal.PlainDateTime(year, month, day, hour, minute, Math.min(second, 59))
  if (time.zone === ICAL.Timezone.utcTimezone) return local.toZonedDateTime('UTC').epochMilliseconds
  if (tzid !== null && isZone(tzid)) return local.toZonedDateTime(tzid).epochMilliseconds
  const fileZone = tzid === null ? undefined : zones.get(tzid)
  if (fileZone) return local.toZonedDateTime('UTC').epochMilliseconds - fileZone.utcOffset(time) * 1000
  return local.toZonedDateTime(timeZone).epochMilliseconds
}

const ianaZones = new Map<string, boolean>()
function isZone(name: string): boolean {
  const cached = ianaZones.get(name)
  if (cached !== undefined) return cached
  const isKnown = isIanaZone(name)
  if (ianaZones.size < 1000) ianaZones.set(name, isKnown)
  return isKnown
}

function isIanaZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
