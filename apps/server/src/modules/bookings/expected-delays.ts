import type { BookingStatus } from '@frontdesk/contract/rules'

const MINUTE_MS = 60_000
/** Delays are estimates: “about 15 minutes”. */
const STEP_MINUTES = 5
/** A visit not marked done this long after its end is assumed to be forgotten, not running over. */
const RUN_OVER_MAX_MINUTES = 90

export interface DelayedVisit {
  id: string
  status: BookingStatus
  startsAt: string
  endsAt: string
  lateMinutes: number | null
  arrivedAt: string | null
  endedAt: string | null
  items: readonly { startsAt: string; endsAt: string; bufferAfterMinutes: number; resourceIds: readonly string[] }[]
}

/** A visit that occupies a resource, and how many minutes late it ends. */
interface Occupied {
  visitId: string
  startsAt: number
  endsAt: number
  bufferMinutes: number
  delay: number
}

const EXPECTED: readonly BookingStatus[] = ['requested', 'booked', 'confirmed']
const TAKING: readonly BookingStatus[] = [...EXPECTED, 'held', 'arrived', 'completed']

/**
 * By how many minutes visits are expected to start later than they were booked for, because someone before them with
 * the same teammate, room or equipment is late, or still there after their time. Pauses in between make up for it.
 * Visits that start in time are left out; what their own contacts said is not counted, and neither is who is late for a
 * group session, which does not wait.
 */
export function expectedDelays(visits: readonly DelayedVisit[], now: string): Map<string, number> {
  const delays = new Map<string, number>()
  const occupied = new Map<string, Occupied[]>()
  const inOrder = visits
    .filter(({ status }) => TAKING.includes(status))
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.id < b.id ? -1 : 1))
  for (const visit of inOrder) {
    const items = visit.items.map((item) => ({
      ...item,
      startsAt: Date.parse(item.startsAt),
      endsAt: Date.parse(item.endsAt),
    }))
    const of = (resourceId: string) => occupied.get(resourceId) ?? []
    const inherited = Math.max(
      0,
      ...items.flatMap(({ startsAt, resourceIds }) =>
        resourceIds.flatMap((id) => of(id).map((earlier) => carriedOver(earlier, startsAt))),
      ),
    )
    const shown = Math.round(inherited / STEP_MINUTES) * STEP_MINUTES
    if (shown > 0 && EXPECTED.includes(visit.status)) delays.set(visit.id, shown)
    const isShared = items.some(({ startsAt, endsAt, resourceIds }) =>
      resourceIds.some((id) => of(id).some((other) => other.startsAt < endsAt && startsAt < other.endsAt)),
    )
    const isOver = hasNextBegun(visit, inOrder)
    const delay = delayAtEnd(visit, { inherited, now: isOver ? null : now })
    for (const { startsAt, endsAt, bufferAfterMinutes, resourceIds } of items)
      for (const id of resourceIds) {
        const others = of(id)
        if (isShared)
          for (const other of others) if (other.startsAt < endsAt && startsAt < other.endsAt) other.delay = inherited
        const entry = { visitId: visit.id, startsAt, endsAt, bufferMinutes: bufferAfterMinutes }
        occupied.set(id, [...others, { ...entry, delay: isShared ? inherited : delay }])
      }
  }
  return delays
}

/** The part of a visit’s delay that is left when another visit starts. */
function carriedOver({ endsAt, bufferMinutes, delay }: Occupied, startsAt: number): number {
  if (endsAt > startsAt) return 0
  const pause = Math.max(0, (startsAt - endsAt) / MINUTE_MS - bufferMinutes)
  return Math.max(0, delay - pause)
}

const HAPPENED: readonly BookingStatus[] = ['arrived', 'completed']

/** Whether a later visit with a resource of this one has begun, so that this one is over even if no one said so. */
const hasNextBegun = ({ id, startsAt, items }: DelayedVisit, inOrder: readonly DelayedVisit[]): boolean =>
  inOrder.some(
    (other) =>
      other.id !== id &&
      HAPPENED.includes(other.status) &&
      Date.parse(other.startsAt) > Date.parse(startsAt) &&
      other.items.some(({ resourceIds }) =>
        resourceIds.some((resource) => items.some((item) => item.resourceIds.includes(resource))),
      ),
  )

/** How long after its time a visit is expected to end, or ended. */
function delayAtEnd(
  { status, startsAt, endsAt, lateMinutes, arrivedAt, endedAt }: DelayedVisit,
  /** Without a time, it is over by now. */
  { inherited, now }: { inherited: number; now: string | null },
) {
  switch (status) {
    case 'completed':
      return endedAt === null ? 0 : minutesAfter(endsAt, endedAt)
    case 'arrived':
      return Math.max(
        inherited,
        arrivedAt === null ? 0 : minutesAfter(startsAt, arrivedAt),
        now === null ? 0 : runOver(endsAt, now),
      )
    case 'booked':
    case 'confirmed':
      return Math.max(inherited, lateMinutes ?? 0)
    default:
      return inherited
  }
}

const minutesAfter = (planned: string, actual: string): number =>
  Math.max(0, (Date.parse(actual) - Date.parse(planned)) / MINUTE_MS)

function runOver(endsAt: string, now: string): number {
  const minutes = minutesAfter(endsAt, now)
  return minutes > RUN_OVER_MAX_MINUTES ? 0 : minutes
}
