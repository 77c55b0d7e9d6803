import type { Booking, BookingBlock, TimeOff } from '@frontdesk/contract/api'
import { isMovableStatus } from '@frontdesk/contract/rules'

const MINUTE_MS = 60_000
export const DAY_MINUTES = 24 * 60
/** Hours that are visible even if empty. */
const HOURS = { from: 7, until: 20 }
/** Step to which dragged starts are rounded. */
export const STEP_MINUTES = 15

export interface Column {
  key: string
  label: string
  date: string
  /** Id of the teammate or room; null for the column of a day. */
  resourceID: string | null
}

/** The entries of a period. */
export interface Calendar {
  bookings: readonly Booking[]
  blocks: readonly BookingBlock[]
  timeOff: readonly TimeOff[]
  /** Expected delays of visits, caused by late visits before them. */
  delays: readonly { bookingID: string; minutes: number }[]
  isTruncated: boolean
}

/** In minutes, usually from local midnight. */
export interface Span {
  from: number
  until: number
}

/** An event placed in a column, in minutes from local midnight. */
export interface Placed {
  key: string
  booking: Booking | null
  block: BookingBlock | null
  from: number
  until: number
  /** Minutes of it on earlier days, and whether it continues after midnight. */
  minutesBefore: number
  goesOn: boolean
  /** Expected delay in minutes. */
  delayMinutes: number
  /** Its lane among overlapping events, and the number of lanes. */
  lane: number
  lanes: number
}

interface Entry {
  key: string
  booking: Booking | null
  block: BookingBlock | null
  resourceIDs: readonly string[]
  startsOnUtc: string
  endsOnUtc: string
}

const entriesOf = (booking: Booking): Entry[] =>
  booking.items.map(({ startsOnUtc, endsOnUtc, resources }, index) => ({
    key: `${booking.id} ${index}`,
    booking,
    block: null,
    resourceIDs: resources.map(({ id }) => id),
    startsOnUtc,
    endsOnUtc,
  }))

const wholeVisit = (booking: Booking): Entry[] => [
  {
    key: booking.id,
    booking,
    block: null,
    resourceIDs: [],
    startsOnUtc: booking.startsOnUtc,
    endsOnUtc: booking.endsOnUtc,
  },
]

const entryOfBlock = (block: BookingBlock): Entry => ({
  key: block.id,
  booking: null,
  block,
  resourceIDs: [block.resourceID],
  startsOnUtc: block.startsOnUtc,
  endsOnUtc: block.endsOnUtc,
})

/** Local time in minutes, counted from midnight of 1970-01-01 as if clocks had never changed. */
export function wallMinutes(instant: string, zone: string): number {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  return midnightOf(time.toPlainDate().toString()) + time.hour * 60 + time.minute
}

/** Local midnight of a day, as wall minutes. */
export const midnightOf = (date: string): number => Date.parse(date) / MINUTE_MS

function startOf({ startsOnUtc, booking }: Entry, zone: string): number {
  // The server sends the wall time of a booking with it: converting thousands of instants takes longer than drawing
  // them.
  if (booking?.timeZone === zone && booking.startsOnUtc === startsOnUtc && booking.localStartsOn)
    return Date.parse(`${booking.localStartsOn}Z`) / MINUTE_MS
  return wallMinutes(startsOnUtc, zone)
}

/** When an entry starts and ends in wall minutes. Its length is elapsed time, also on days of clock changes. */
function spanOf(entry: Entry, zone: string): Span {
  const from = startOf(entry, zone)
  return { from, until: from + (Date.parse(entry.endsOnUtc) - Date.parse(entry.startsOnUtc)) / MINUTE_MS }
}

/** The part of a span on the day that begins at a midnight; null if there is none. */
function onDay(span: Span, midnight: number): Pick<Placed, 'from' | 'until' | 'minutesBefore' | 'goesOn'> | null {
  const [from, until] = [span.from - midnight, span.until - midnight]
  if (until <= 0 || from >= DAY_MINUTES) return null
  return {
    ...{ from: Math.max(0, from), until: Math.min(DAY_MINUTES, until) },
    ...{ minutesBefore: Math.max(0, -from), goesOn: until > DAY_MINUTES },
  }
}

/** The events of each column, ordered by start. */
export function placeEvents(
  columns: readonly Column[],
  { bookings, blocks, delays }: Pick<Calendar, 'bookings' | 'blocks' | 'delays'>,
  zone: string,
): Map<string, Placed[]> {
  const delayOf = new Map(delays.map(({ bookingID, minutes }) => [bookingID, minutes]))
  const timed = (entries: Entry[]) => entries.map((entry) => ({ entry, span: spanOf(entry, zone) }))
  const isOfDays = columns.every(({ resourceID }) => resourceID === null)
  const ofDays = isOfDays ? timed(bookings.flatMap(wholeVisit)) : []
  const ofResources = isOfDays ? [] : timed([...bookings.flatMap(entriesOf), ...blocks.map(entryOfBlock)])
  return new Map(
    columns.map(({ key: column, resourceID, date }) => {
      const midnight = midnightOf(date)
      const entries = resourceID === null ? ofDays : ofResources
      const here = entries.flatMap(({ entry, span }) => {
        if (resourceID !== null && !entry.resourceIDs.includes(resourceID)) return []
        const part = onDay(span, midnight)
        if (!part) return []
        const { key, booking, block } = entry
        const delayMinutes = delayOf.get(booking?.id ?? '') ?? 0
        return [{ key, booking, block, ...part, delayMinutes, lane: 0, lanes: 1 }]
      })
      return [column, inLanes(here)]
    }),
  )
}

/** Assigns lanes to overlapping events. */
export function inLanes(placed: readonly Placed[]): Placed[] {
  const sorted = placed.toSorted((a, b) => a.from - b.from || b.until - a.until)
  const result: Placed[] = []
  let group: Placed[] = []
  let end = 0
  const close = () => {
    const lanes = Math.max(1, ...group.map(({ lane }) => lane + 1))
    result.push(...group.map((each) => ({ ...each, lanes })))
    group = []
  }
  for (const each of sorted) {
    if (each.from >= end) close()
    const busy = new Set(group.filter(({ until }) => until > each.from).map(({ lane }) => lane))
    let lane = 0
    while (busy.has(lane)) lane++
    group.push({ ...each, lane })
    end = Math.max(end, each.until)
  }
  close()
  return result
}

/** The visible hours: the default ones, extended to all visits and working hours. */
export function shownHours(
  placed: Iterable<readonly Placed[]>,
  closed: Iterable<readonly Span[]> = [],
): { from: number; until: number } {
  const visits = [...placed].flat().filter(({ booking }) => booking !== null)
  const open = [...closed].flatMap(openSpan)
  const from = Math.min(HOURS.from, ...[...visits, ...open].map((each) => Math.floor(each.from / 60)))
  const until = Math.max(HOURS.until, ...[...visits, ...open].map((each) => Math.ceil(each.until / 60)))
  return { from, until }
}

/** From the first opening of a day to its last closing. */
function openSpan(closed: readonly Span[]): Span[] {
  const [first, last] = [closed[0], closed.at(-1)]
  const from = first?.from === 0 ? first.until : 0
  const until = last?.until === DAY_MINUTES ? last.from : DAY_MINUTES
  return from < until ? [{ from, until }] : []
}

/** The instant of a local time, rounded to the step. A time skipped by a clock change is moved past the gap. */
export function instantAt(date: string, minutes: number, zone: string): string {
  const rounded = Math.max(0, Math.min(DAY_MINUTES - STEP_MINUTES, Math.round(minutes / STEP_MINUTES) * STEP_MINUTES))
  const time = Temporal.PlainTime.from({ hour: Math.floor(rounded / 60), minute: rounded % 60 })
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString()
}

/** Whether a visit visible to the viewer can still be moved. */
export const isMovable = ({ isBusy, status }: Booking): boolean => !isBusy && isMovableStatus(status)
