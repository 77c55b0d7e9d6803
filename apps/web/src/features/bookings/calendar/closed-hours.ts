import type { BookingResource, OpenTimes } from '@frontdesk/contract/api'
import { type Column, DAY_MINUTES, midnightOf, type Span, wallMinutes } from './place-events.ts'

/** Opening times in wall minutes. */
export const wallSpans = (open: OpenTimes['open'], zone: string): Span[] =>
  open.map(({ startsOnUtc, endsOnUtc }) => ({
    from: wallMinutes(startsOnUtc, zone),
    until: wallMinutes(endsOnUtc, zone),
  }))

/** The gaps between opening times, which are in wall minutes, on a local day. */
export function closedSpans(open: readonly Span[], date: string): Span[] {
  const midnight = midnightOf(date)
  const onDay = (minutes: number) => Math.max(0, Math.min(DAY_MINUTES, minutes - midnight))
  const spans = open
    .map(({ from, until }) => ({ from: onDay(from), until: onDay(until) }))
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
  const ofResources = openTimes.map((each) => ({ id: each.resourceID, spans: wallSpans(each.open, zone) }))
  return new Map(
    columns.map(({ key, date, resourceID }) => {
      const open = ofResources
        .filter(({ id }) => (resourceID === null ? !isTeam || teammates.has(id) : id === resourceID))
        .flatMap(({ spans }) => spans)
      return [key, closedSpans(open, date)]
    }),
  )
}
