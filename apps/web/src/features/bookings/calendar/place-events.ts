import type { Booking, BookingBlock } from '@frontdesk/contract/api'

const MINUTE_MS = 60_000
export const DAY_MINUTES = 24 * 60
/** Hours that are shown even if nothing is in them. */
const HOURS = { from: 7, until: 20 }
/** Starts are rounded to this when they are dragged. */
export const STEP_MINUTES = 15

export interface Column {
  key: string
  label: string
  date: string
  /** Of the teammate or room; null for the column of a whole day. */
  resourceID: string | null
}

/** What a period has. */
export interface Calendar {
  bookings: readonly Booking[]
  blocks: readonly BookingBlock[]
  isTruncated: boolean
}

/** Something in a column: by the clocks of the location, in minutes from midnight. */
export interface Placed {
  key: string
  booking: Booking | null
  block: BookingBlock | null
  from: number
  until: number
  /** Side by side with others at the same time. */
  lane: number
  lanes: number
}

interface Span {
  key: string
  booking: Booking | null
  block: BookingBlock | null
  resourceIDs: readonly string[]
  startsOnUtc: string
  endsOnUtc: string
}

const spansOf = (booking: Booking): Span[] =>
  booking.items.map(({ startsOnUtc, endsOnUtc, resources }, index) => ({
    key: `${booking.id} ${index}`,
    booking,
    block: null,
    resourceIDs: resources.map(({ id }) => id),
    startsOnUtc,
    endsOnUtc,
  }))

const wholeVisit = (booking: Booking): Span[] => [
  {
    key: booking.id,
    booking,
    block: null,
    resourceIDs: [],
    startsOnUtc: booking.startsOnUtc,
    endsOnUtc: booking.endsOnUtc,
  },
]

const spanOfBlock = (block: BookingBlock): Span => ({
  key: block.id,
  booking: null,
  block,
  resourceIDs: [block.resourceID],
  startsOnUtc: block.startsOnUtc,
  endsOnUtc: block.endsOnUtc,
})

/** The part of a span on a day, by the clocks of a zone; null if there is none. Its length is that of the time itself. */
function onDay({ startsOnUtc, endsOnUtc }: Span, date: string, zone: string): { from: number; until: number } | null {
  const start = Temporal.Instant.from(startsOnUtc).toZonedDateTimeISO(zone)
  const day = Temporal.PlainDate.from(date)
  const before = start.toPlainDate().until(day).days
  const minutes = (Date.parse(endsOnUtc) - Date.parse(startsOnUtc)) / MINUTE_MS
  const from = start.hour * 60 + start.minute - before * DAY_MINUTES
  const until = from + minutes
  return until <= 0 || from >= DAY_MINUTES ? null : { from: Math.max(0, from), until: Math.min(DAY_MINUTES, until) }
}

/** What is in each column, in the order of its start. */
export function placeEvents(
  columns: readonly Column[],
  { bookings, blocks }: Pick<Calendar, 'bookings' | 'blocks'>,
  zone: string,
): Map<string, Placed[]> {
  return new Map(
    columns.map((column) => {
      const { resourceID, date } = column
      const spans =
        resourceID === null ? bookings.flatMap(wholeVisit) : [...bookings.flatMap(spansOf), ...blocks.map(spanOfBlock)]
      const here = spans.flatMap((span) => {
        if (resourceID !== null && !span.resourceIDs.includes(resourceID)) return []
        const part = onDay(span, date, zone)
        return part ? [{ key: span.key, booking: span.booking, block: span.block, ...part, lane: 0, lanes: 1 }] : []
      })
      return [column.key, inLanes(here)]
    }),
  )
}

/** Gives those that overlap a lane each. */
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

/** The hours that are shown: the usual ones, widened to what there is. */
export function shownHours(placed: Iterable<readonly Placed[]>): { from: number; until: number } {
  const all = [...placed].flat().filter(({ booking }) => booking !== null)
  const from = Math.min(HOURS.from, ...all.map((each) => Math.floor(each.from / 60)))
  const until = Math.max(HOURS.until, ...all.map((each) => Math.ceil(each.until / 60)))
  return { from, until }
}

/** The instant of a time of day, rounded to the step; of one that the clocks skip, the one after it. */
export function instantAt(date: string, minutes: number, zone: string): string {
  const rounded = Math.max(0, Math.min(DAY_MINUTES - STEP_MINUTES, Math.round(minutes / STEP_MINUTES) * STEP_MINUTES))
  const time = Temporal.PlainTime.from({ hour: Math.floor(rounded / 60), minute: rounded % 60 })
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString()
}
