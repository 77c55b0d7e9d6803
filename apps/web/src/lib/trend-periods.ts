import { t } from '@lingui/core/macro'
import { clock, monthDay, readerZone } from './time.ts'

/** More bars than these are too thin to tell apart. */
const PERIODS_MAX = 60
/** Fewer look like a bar by itself. */
const PERIODS_MIN = 12
const DAY_MINUTES = 24 * 60

interface Period<Point> {
  key: string
  label: string
  points: readonly Point[]
}

const STEPS = [5, 60, DAY_MINUTES, 7 * DAY_MINUTES]

/**
 * Puts counts of short periods into longer ones, with the empty ones between: as short as fits into a chart. Days and
 * weeks begin at the reader's midnight.
 */
export function toPeriods<Point extends { fromUtc: string }>(
  points: readonly Point[],
  bucketMinutes: number,
  zone = readerZone,
): Period<Point>[] {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return []
  const minutes = (Date.parse(last.fromUtc) - Date.parse(first.fromUtc)) / 60_000
  const step = STEPS.find((each) => each >= bucketMinutes && minutes / each < PERIODS_MAX) ?? 7 * DAY_MINUTES
  const start = Temporal.Instant.from(first.fromUtc).toZonedDateTimeISO(zone)
  const isDays = step >= DAY_MINUTES
  const from = isDays ? start.startOfDay() : start
  const starts: Temporal.ZonedDateTime[] = []
  // Calendar days, as not every day has 24 hours.
  const at = (n: number) => (isDays ? from.add({ days: (n * step) / DAY_MINUTES }) : from.add({ minutes: n * step }))
  for (let n = 0; n < PERIODS_MIN || at(n).epochMilliseconds <= Date.parse(last.fromUtc); n += 1) starts.push(at(n))
  return starts.map((begin, n) => {
    const [since, until] = [begin.epochMilliseconds, at(n + 1).epochMilliseconds]
    const instant = begin.toInstant().toString()
    return {
      key: instant,
      label: labelOf(instant, step, zone),
      points: points.filter(({ fromUtc }) => Date.parse(fromUtc) >= since && Date.parse(fromUtc) < until),
    }
  })
}

function labelOf(instant: string, step: number, zone: string): string {
  const day = monthDay(instant, zone)
  if (step === DAY_MINUTES) return day
  return step > DAY_MINUTES ? t`Week of ${day}` : `${day}, ${clock(instant, zone)}`
}

interface DayPoint {
  day: string
}

/** The days from the first to the last one with their counts, or weeks if there are more days than fit into a chart. */
export function toDays<Point extends DayPoint>(
  points: readonly Point[],
  { fromDay, today }: { fromDay: string; today: string },
): Period<Point>[] {
  const first = Temporal.PlainDate.from(fromDay)
  const count = first.until(today, { largestUnit: 'days' }).days + 1
  const length = count > 100 ? 7 : 1
  return Array.from({ length: Math.ceil(count / length) }, (_, n) => {
    const begin = first.add({ days: n * length })
    const [since, until] = [begin.toString(), begin.add({ days: length }).toString()]
    const day = monthDay(`${since}T00:00:00Z`, 'UTC')
    return {
      key: since,
      label: length === 1 ? day : t`Week of ${day}`,
      points: points.filter((point) => point.day >= since && point.day < until),
    }
  })
}
