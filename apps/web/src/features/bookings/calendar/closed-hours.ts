import type { BookingResource, OpenTimes } from '@frontdesk/contract/api'
import { type Column, DAY_MINUTES, type Span } from './place-events.ts'

type Open = OpenTimes['open'][number]

/** Minutes from midnight of a day to an instant, clamped to the day. */
function minutesOn(date: string, instant: string, zone: string): number {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  const order = Temporal.PlainDate.compare(time.toPlainDate(), Temporal.PlainDate.from(date))
  if (order !== 0) return order < 0 ? 0 : DAY_MINUTES
  return time.hour * 60 + time.minute
}

/** The gaps between opening times on a local day. */
export function closedSpans(open: readonly Open[], date: string, zone: string): Span[] {
  const spans = open
    .map(({ startsOnUtc, endsOnUtc }) => ({
      from: minutesOn(date, startsOnUtc, zone),
      until: minutesOn(date, endsOnUtc, zone),
    }))
    .filter(({ from, until }) => from < until)
    .toSorted((a, b) => a.from - b.from)
  const closed: Span[] = []
  let end = 0
  for (const { from, until } of spans) {
    if (from > end) closed.push({ from: end, until: from })
    end = Math.max(end, until)
  }
  if (end < DAY_MINUTES) closed.push({ from: end, until: DAY_MINUTES })
  return closed
}

/** The closed hours of each column: those of its teammate or room, or when no teammate works. */
export function closedHours(
  columns: readonly Column[],
  {
    openTimes,
    resources,
    zone,
  }: { openTimes: readonly OpenTimes[]; resources: readonly BookingResource[]; zone: string },
): Map<string, Span[]> {
  const teammates = new Set(resources.filter(({ kind }) => kind === 'teammate').map(({ id }) => id))
  const isTeam = openTimes.some(({ resourceID }) => teammates.has(resourceID))
  return new Map(
    columns.map(({ key, date, resourceID }) => {
      const open = openTimes
        .filter((each) =>
          resourceID === null ? !isTeam || teammates.has(each.resourceID) : each.resourceID === resourceID,
        )
        .flatMap((each) => each.open)
      return [key, closedSpans(open, date, zone)]
    }),
  )
}
