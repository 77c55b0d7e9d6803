import type { ResourceKind, SlotRule } from '@frontdesk/contract/rules'
import { covers, type Interval, overlap, overlapping } from './intervals.ts'
import { type LocalTime, localDateOf, stepsOf } from './local-time.ts'

/** A resource that a booking took. */
export interface Claim extends Interval {
  bookingId: string
  session: string
  seat: number
  /** The visit without buffers. */
  visit: Interval
}

export interface NamedInterval extends Interval {
  name: string
}

/** When a resource is open and what is in its way, within a window. */
export interface ResourceTimes {
  id: string
  kind: ResourceKind
  position: number
  open: Interval[]
  timeOff: NamedInterval[]
  blocks: NamedInterval[]
  /** When other calendars of it are busy, in the order of their starts. */
  busy: Interval[]
  /** In the order of their starts. */
  claims: Claim[]
  longestClaim: number
  longestBlock: number
  longestBusy: number
}

/** What a service asks for, and what its limits leave. */
export interface ItemRules {
  serviceId: string
  isArchived: boolean
  durationMs: number
  /** After the item before. */
  gapMs: number
  bufferBeforeMs: number
  bufferAfterMs: number
  seats: number
  noticeMs: number
  /** The first instant that is too far ahead. */
  bookableUntil: number
  dayMax: number | null
  /** Bookings by local date. */
  onDay: ReadonlyMap<string, number>
  isPersonFull: boolean
  /** Those who could provide it, by kind; one of each is taken. */
  candidates: ResourceTimes[][]
}

export interface VisitRules {
  now: number
  /** Offered starts are at multiples of it by the wall clock. */
  stepMinutes: number
  local: LocalTime
  /** Null: the location has no business hours. */
  businessOpen: Interval[] | null
  holidays: NamedInterval[]
  items: ItemRules[]
}

/** A rule that closes a time, and what it concerns. */
export interface Closing {
  rule: SlotRule
  serviceId: string | null
  resourceId: string | null
  bookingId: string | null
  interval: Interval | null
  name: string | null
}

/** Rules that do not close a time for someone. */
export type IgnoredRules = ReadonlySet<SlotRule>
const NONE: IgnoredRules = new Set()

const closing = (rule: SlotRule, about: Partial<Closing> = {}): Closing => ({
  rule,
  serviceId: null,
  resourceId: null,
  bookingId: null,
  interval: null,
  name: null,
  ...about,
})

/** The items of a visit that starts at an instant, each with its time. */
export function placeItems(visit: VisitRules, start: number): (Interval & { item: ItemRules })[] {
  let at = start
  return visit.items.map((item, index) => {
    const from = at + (index === 0 ? 0 : item.gapMs)
    at = from + item.durationMs
    return { item, from, until: at }
  })
}

/** Bookings of one group session share what they take; every other booking is a session of its own. */
export const groupSession = ({ serviceId }: Pick<ItemRules, 'serviceId'>, { from, until }: Interval): string =>
  `${serviceId}@${new Date(from).toISOString()}/${(until - from) / 60_000}`

/** Every rule that closes a time for a visit, except those that are ignored; none if it is free. */
export function* closings(visit: VisitRules, start: number, ignored: IgnoredRules = NONE): Generator<Closing> {
  for (const each of allClosings(visit, start, ignored)) if (!ignored.has(each.rule)) yield each
}

function* allClosings(visit: VisitRules, start: number, ignored: IgnoredRules): Generator<Closing> {
  if (start < visit.now) yield closing('past')
  for (const { item, ...time } of placeItems(visit, start)) {
    const { serviceId } = item
    if (item.isArchived) yield closing('archived', { serviceId })
    if (time.from >= visit.now && time.from < visit.now + item.noticeMs) yield closing('notice', { serviceId })
    if (time.from >= item.bookableUntil) yield closing('horizon', { serviceId })
    if (item.isPersonFull) yield closing('person-limit', { serviceId })
    if (item.dayMax !== null && (item.onDay.get(localDateOf(visit.local, time.from)) ?? 0) >= item.dayMax)
      yield closing('day-limit', { serviceId })
    if (visit.businessOpen && !covers(visit.businessOpen, time)) {
      const holiday = visit.holidays.find((day) => overlap(day, time))
      yield holiday
        ? closing('holiday', { interval: holiday, name: holiday.name })
        : closing('business-hours', { serviceId })
    }
    if (item.candidates.length === 0) yield closing('no-resource', { serviceId })
    for (const candidates of item.candidates) {
      // Nobody of this kind is left.
      if (candidates.length === 0) yield closing('no-resource', { serviceId })
      if (candidates.some((resource) => isFree(item, resource, time, ignored))) continue
      for (const resource of candidates) yield* closingsOf(item, resource, time)
    }
  }
}

/** Whether a resource can take an item at a time. */
export function isFree(item: ItemRules, resource: ResourceTimes, time: Interval, ignored: IgnoredRules): boolean {
  for (const each of closingsOf(item, resource, time)) if (!ignored.has(each.rule)) return false
  return true
}

function* closingsOf(item: ItemRules, resource: ResourceTimes, time: Interval): Generator<Closing> {
  const about = { serviceId: item.serviceId, resourceId: resource.id }
  if (!covers(resource.open, time)) {
    const off = resource.timeOff.find((day) => overlap(day, time))
    yield closing(off ? 'time-off' : 'hours', { ...about, interval: off ?? null, name: off?.name ?? null })
  }
  const widened = widen(item, time)
  for (const block of overlapping(resource.blocks, resource.longestBlock, widened))
    yield closing(overlap(block, time) ? 'block' : 'buffer', { ...about, interval: block, name: block.name })
  for (const busy of overlapping(resource.busy, resource.longestBusy, widened))
    yield closing(overlap(busy, time) ? 'calendar' : 'buffer', { ...about, interval: busy })
  const claims = overlapping(resource.claims, resource.longestClaim, widened)
  if (item.seats > 1 && claims.length < item.seats && areOf(claims, groupSession(item, time))) return
  for (const { visit, bookingId } of claims)
    yield closing(overlap(visit, time) ? 'booking' : 'buffer', { ...about, interval: visit, bookingId })
}

const areOf = (claims: readonly Claim[], session: string): boolean => claims.every((claim) => claim.session === session)

export const widen = (item: ItemRules, { from, until }: Interval): Interval => ({
  from: from - item.bufferBeforeMs,
  until: until + item.bufferAfterMs,
})

export interface Placement extends Interval {
  item: ItemRules
  resources: ResourceTimes[]
  /** Everyone and everything free, by kind, best first. */
  free: ResourceTimes[][]
  /** Seats that were taken before, in a group session. */
  seatsTaken: number
}

/**
 * Chooses who and what provides each item of a visit: a group session that has begun to fill, the teammate of the item
 * before, else whoever has least to do that day. Null if the time is not free.
 */
export function place(visit: VisitRules, start: number, ignored: IgnoredRules = NONE): Placement[] | null {
  if (!closings(visit, start, ignored).next().done) return null
  const placed: Placement[] = []
  for (const { item, ...time } of placeItems(visit, start)) {
    const session = groupSession(item, time)
    const before = new Set(placed.at(-1)?.resources.map(({ id }) => id))
    const date = localDateOf(visit.local, time.from)
    const rank = (resource: ResourceTimes) => [
      -seatsTakenOf(resource, item, session),
      before.has(resource.id) ? 0 : 1,
      resource.claims.filter((claim) => localDateOf(visit.local, claim.from) === date).length,
      resource.position,
    ]
    const free = item.candidates.map((candidates) =>
      candidates
        .filter((resource) => isFree(item, resource, time, ignored))
        .map((resource) => ({ resource, rank: rank(resource) }))
        .toSorted((a, b) => compare(a.rank, b.rank))
        .map(({ resource }) => resource),
    )
    const resources = free.map(([best]) => {
      if (!best) throw new Error('A free time has no free resource.')
      return best
    })
    const seatsTaken = Math.max(0, ...resources.map((resource) => seatsTakenOf(resource, item, session)))
    placed.push({ item, ...time, resources, free, seatsTaken })
  }
  return placed
}

/** The offered starts in a period at which nothing closes a visit. */
export function* freeStarts(visit: VisitRules, { from, until }: Interval): Generator<number> {
  for (const start of stepsOf(visit.local, visit.stepMinutes)) {
    if (start >= from && start < until && closings(visit, start).next().done) yield start
  }
}

const seatsTakenOf = ({ claims }: ResourceTimes, { seats }: ItemRules, session: string): number =>
  seats > 1 ? claims.filter((claim) => claim.session === session).length : 0

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
