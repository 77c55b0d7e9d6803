import type { ResourceKind, SlotRule } from '@frontdesk/contract/rules'
import { covers, type Interval, someOverlapping, union } from './intervals.ts'
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

/** Open times of a resource and everything that blocks them, within a window. */
export interface ResourceTimes {
  id: string
  kind: ResourceKind
  position: number
  open: Interval[]
  timeOff: NamedInterval[]
  /** These lists are in the order of their starts. */
  blocks: NamedInterval[]
  /** Busy times of its other calendars. */
  busy: Interval[]
  /** Times taken by bookings, where it matters by which. */
  claims: Claim[]
  /** Times taken by bookings, where it does not matter by which. */
  taken: Interval[]
  /** No interval of a list is longer. */
  longest: { block: number; busy: number; claim: number; taken: number }
  /** Number of claims on the requested day. */
  claimsOfDay: number
  /** Bookings with expired holds that still block their time. */
  runOutHolds: string[]
}

/** Rules of a requested service, and the state of its limits. */
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
  /** Resources that could provide it, by kind; one of each kind is taken. */
  candidates: ResourceTimes[][]
}

export interface VisitRules {
  now: number
  /** Offered starts are at multiples of this by the wall clock. */
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

const closing = (rule: SlotRule, about?: Partial<Closing>): Closing => ({
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

/** When a visit ends that starts at an instant. */
export const endOfVisit = (visit: VisitRules, start: number): number => {
  let at = start
  for (const [index, item] of visit.items.entries()) at += (index === 0 ? 0 : item.gapMs) + item.durationMs
  return at
}

/** Bookings of one group session share what they take; every other booking is a session of its own. */
export const groupSession = ({ serviceId }: Pick<ItemRules, 'serviceId'>, { from, until }: Interval): string =>
  `${serviceId}@${new Date(from).toISOString()}/${(until - from) / 60_000}`

/** Every rule that closes a time for a visit, except those that are ignored; none if it is free. */
export function closings(visit: VisitRules, start: number, ignored: IgnoredRules = NONE): Closing[] {
  const closed: Closing[] = []
  applyRules(visit, start, ignored, (each) => closed.push(each))
  return closed
}

/** Whether no rule closes a time for a visit, except those that are ignored. */
const isPossible = (visit: VisitRules, start: number, ignored: IgnoredRules = NONE): boolean =>
  applyRules(visit, start, ignored, null)

/**
 * All rules. Returns whether none closes the time, and reports each one that does; without `report` it stops at the
 * first. A month of free times asks thousands of times, so nothing is allocated before a rule closes a time.
 */
function applyRules(
  visit: VisitRules,
  start: number,
  ignored: IgnoredRules,
  report: ((closing: Closing) => void) | null,
): boolean {
  let isFree = true
  /** Returns whether to stop. */
  const close = (rule: SlotRule, about?: Partial<Closing>): boolean => {
    if (ignored.has(rule)) return false
    isFree = false
    report?.(closing(rule, about))
    return report === null
  }
  if (start < visit.now && close('past')) return false
  let at = start
  for (let index = 0; index < visit.items.length; index++) {
    const item = visit.items[index] as ItemRules
    const from = at + (index === 0 ? 0 : item.gapMs)
    const until = from + item.durationMs
    at = until
    const { serviceId } = item
    if (item.isArchived && close('archived', { serviceId })) return false
    if (from >= visit.now && from < visit.now + item.noticeMs && close('notice', { serviceId })) return false
    if (from >= item.bookableUntil && close('horizon', { serviceId })) return false
    if (item.isPersonFull && close('person-limit', { serviceId })) return false
    if (isDayFull(visit, item, from) && close('day-limit', { serviceId })) return false
    if (visit.businessOpen && !covers(visit.businessOpen, from, until)) {
      const holiday = visit.holidays.find((day) => from < day.until && day.from < until)
      const stops = holiday
        ? close('holiday', { interval: holiday, name: holiday.name })
        : close('business-hours', { serviceId })
      if (stops) return false
    }
    if (item.candidates.length === 0 && close('no-resource', { serviceId })) return false
    for (const candidates of item.candidates) {
      // Nobody of this kind is left.
      if (candidates.length === 0 && close('no-resource', { serviceId })) return false
      if (isOneFree(item, candidates, { from, until }, ignored)) continue
      for (const resource of candidates) {
        const about = { serviceId, resourceId: resource.id }
        if (checkResource(item, resource, { from, until }, (rule, why) => close(rule, { ...why, ...about })))
          return false
      }
    }
  }
  return isFree
}

const isDayFull = ({ local }: VisitRules, { dayMax, onDay }: ItemRules, from: number): boolean =>
  dayMax !== null && (onDay.get(localDateOf(local, from)) ?? 0) >= dayMax

function isOneFree(
  item: ItemRules,
  candidates: readonly ResourceTimes[],
  time: Interval,
  ignored: IgnoredRules,
): boolean {
  for (const resource of candidates) if (isFree(item, resource, time, ignored)) return true
  return false
}

/** Whether a resource can take an item at a time. */
const isFree = (item: ItemRules, resource: ResourceTimes, time: Interval, ignored: IgnoredRules): boolean =>
  !checkResource(item, resource, time, (rule) => !ignored.has(rule))

/** Calls `close` with each rule that closes a time of a resource, until it returns true; returns whether it did. */
function checkResource(
  item: ItemRules,
  resource: ResourceTimes,
  { from, until }: Interval,
  close: (rule: SlotRule, about?: Partial<Closing>) => boolean,
): boolean {
  if (!covers(resource.open, from, until)) {
    const off = resource.timeOff.find((day) => from < day.until && day.from < until)
    if (off ? close('time-off', { interval: off, name: off.name }) : close('hours')) return true
  }
  const { longest } = resource
  const widened = { from: from - item.bufferBeforeMs, until: until + item.bufferAfterMs }
  const isInside = (other: Interval) => from < other.until && other.from < until
  const block = (each: NamedInterval) => close(isInside(each) ? 'block' : 'buffer', { interval: each, name: each.name })
  if (someOverlapping(resource.blocks, longest.block, widened, block)) return true
  const busy = (each: Interval) => close(isInside(each) ? 'calendar' : 'buffer', { interval: each })
  if (someOverlapping(resource.busy, longest.busy, widened, busy)) return true
  const taken = (each: Interval) => close('booking', { interval: each })
  if (someOverlapping(resource.taken, longest.taken, widened, taken)) return true
  if (item.seats > 1 && hasFreeSeat(item, resource, { from, until }, widened)) return false
  const claim = ({ visit, bookingId }: Claim) =>
    close(isInside(visit) ? 'booking' : 'buffer', { interval: visit, bookingId })
  return someOverlapping(resource.claims, longest.claim, widened, claim)
}

function hasFreeSeat(item: ItemRules, resource: ResourceTimes, time: Interval, widened: Interval): boolean {
  const session = groupSession(item, time)
  let taken = 0
  const isOther = (claim: Claim) => {
    taken += 1
    return claim.session !== session
  }
  return !someOverlapping(resource.claims, resource.longest.claim, widened, isOther) && taken < item.seats
}

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
 * Chooses the resources for each item of a visit: a group session that has begun to fill, the teammate of the item
 * before, otherwise the least busy one that day. Null if the time is not free.
 */
export function place(visit: VisitRules, start: number, ignored: IgnoredRules = NONE): Placement[] | null {
  if (!isPossible(visit, start, ignored)) return null
  const placed: Placement[] = []
  for (const { item, ...time } of placeItems(visit, start)) {
    const session = groupSession(item, time)
    const before = new Set(placed.at(-1)?.resources.map(({ id }) => id))
    const rank = (resource: ResourceTimes) => [
      -seatsTakenOf(resource, item, session),
      before.has(resource.id) ? 0 : 1,
      resource.claimsOfDay,
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

/** Whether an instant is one of the starts that are offered while nothing closes them. */
export const isOfferedStart = ({ local, stepMinutes }: VisitRules, start: number): boolean =>
  stepsOf(local, stepMinutes).some((step) => step === start)

/** The offered starts in a period at which nothing closes a visit. */
export function* freeStarts(visit: VisitRules, { from, until }: Interval): Generator<number> {
  // Skips nights: a visit starts while someone who can provide its first service is open.
  const open = union((visit.items[0]?.candidates[0] ?? []).flatMap((resource) => resource.open))
  for (const start of stepsOf(visit.local, visit.stepMinutes))
    if (start >= from && start < until && covers(open, start, start) && isPossible(visit, start)) yield start
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
