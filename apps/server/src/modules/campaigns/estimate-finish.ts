import { isAfter, shift } from '../../platform/clock.ts'
import { carrierDay, startOfDayAfter } from '../group-messages/index.ts'
import { type ContactRegion, nextSendTime, type SendingHours, sendingClosesAt } from '../messaging/index.ts'

/** Recipients in one region, with what is sent to them and from when. */
export interface RegionLoad {
  region: ContactRegion
  segments: number
  startsAt: string
}

interface Caps {
  segmentsPerSecond: number
  segmentsPerDay: number | null
  /** The carriers' day, and the segments sent on it so far. */
  day: string
  used: number
}

/** Time zones are computed for each region and day, so days are limited: 92 take 0.3 s for all of North America. */
const FORESEEN_MS = 92 * 24 * 3_600_000
const STEPS_MAX = 3000
const MS = 1000

/**
 * When the last segment leaves, if each region is texted in its hours, those first whose hours end first, under the
 * caps of the carriers. Null if that is more than three months away.
 */
export function estimateFinish(
  loads: readonly RegionLoad[],
  { segmentsPerSecond, segmentsPerDay, ...sent }: Caps,
  hours: SendingHours,
  from: string,
): string | null {
  const open = ({ region, startsAt }: RegionLoad, now: string) =>
    nextSendTime(region, hours, isAfter(startsAt, now) ? startsAt : now)
  let waiting = loads
    .filter(({ segments }) => segments > 0)
    .map((load) => ({ load, left: load.segments, opensAt: open(load, from), closesAt: '' }))
  const latest = shift(from, FORESEEN_MS)
  let at = from
  let { day, used } = sent
  for (let step = 0; step < STEPS_MAX; step++) {
    if (waiting.length === 0) return at
    if (isAfter(at, latest)) return null
    if (carrierDay(at) !== day) [day, used] = [carrierDay(at), 0]
    const leftToday = segmentsPerDay === null ? Number.POSITIVE_INFINITY : segmentsPerDay - used
    if (leftToday <= 0) {
      at = startOfDayAfter(day)
      continue
    }
    for (const each of waiting) {
      if (each.closesAt !== '' && !isAfter(each.closesAt, at))
        Object.assign(each, { opensAt: open(each.load, at), closesAt: '' })
      if (each.closesAt === '' && !isAfter(each.opensAt, at))
        // It may have opened and closed again while nothing could be sent.
        each.opensAt = open(each.load, at)
      if (each.closesAt === '' && !isAfter(each.opensAt, at))
        each.closesAt = sendingClosesAt(each.load.region, hours, at)
    }
    const [next] = waiting.filter(({ closesAt }) => closesAt !== '').toSorted((a, b) => compare(a.closesAt, b.closesAt))
    if (!next) {
      at = waiting.map(({ opensAt }) => opensAt).toSorted(compare)[0] ?? at
      continue
    }
    const inHours = Math.floor(((Date.parse(next.closesAt) - Date.parse(at)) / MS) * segmentsPerSecond)
    const segments = Math.min(next.left, leftToday, Math.max(1, inHours))
    next.left -= segments
    used += segments
    at = shift(at, Math.ceil((segments / segmentsPerSecond) * MS))
    waiting = waiting.filter(({ left }) => left > 0)
  }
  return null
}

/** Instants may be written with different precision. */
const compare = (a: string, b: string): number => Date.parse(a) - Date.parse(b)
