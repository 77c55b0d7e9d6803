import type { OpeningHours } from '@frontdesk/contract/api'
import { isOpen, WEEKDAYS } from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../testing/property-runs.ts'
import { overlap, union } from './intervals.ts'
import { daysFrom, intervalsOf, localDateOf, localTimeOf, stepsOf } from './local-time.ts'
import {
  type Claim,
  closings,
  freeStarts,
  type ItemRules,
  place,
  placeItems,
  type ResourceTimes,
  type VisitRules,
  widen,
} from './rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Days on which clocks change, by an hour or by half an hour, and one on which they do not. */
const DAYS = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Kathmandu', '2026-06-10'],
] as const

const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: 24 * 4 }), { minLength: 2, maxLength: 4 })
  .map((quarters) => quarters.toSorted((a, b) => a - b))
  .map((sorted) =>
    Array.from({ length: Math.floor(sorted.length / 2) }, (_, pair) => ({
      opens: time((sorted[2 * pair] ?? 0) * 15),
      closes: time((sorted[2 * pair + 1] ?? 0) * 15),
    })),
  )

const hoursOf = (timeZone: string, day: { opens: string; closes: string }[]): OpeningHours => ({
  timeZone,
  week: Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, day])) as OpeningHours['week'],
  exceptions: [],
})

describe('hours by the clocks of a zone', () => {
  test.each(DAYS)('are open when the wall time is, in %s on %s', (timeZone, date) => {
    fc.assert(
      fc.property(spans, (day) => {
        const local = localTimeOf(timeZone, daysFrom(timeZone, date, 1))
        const open = union(local.dates.flatMap((each) => intervalsOf(local, each, day)))
        const hours = hoursOf(timeZone, day)
        for (let at = local.periods[0]?.from ?? 0; at < (local.periods.at(-1)?.until ?? 0); at += 5 * MINUTE_MS)
          expect(open.some(({ from, until }) => from <= at && at < until)).toBe(
            isOpen(hours, new Date(at).toISOString()),
          )
      }),
      runs(20),
    )
  })

  test.each(DAYS)('steps are on the quarters of the wall clock, in %s on %s', (timeZone, date) => {
    const local = localTimeOf(timeZone, daysFrom(timeZone, date, 1))
    const steps = [...stepsOf(local, 15)]
    for (const step of steps) {
      const wall = Temporal.Instant.fromEpochMilliseconds(step).toZonedDateTimeISO(timeZone)
      expect(wall.minute % 15).toBe(0)
      expect(localDateOf(local, step)).toBe(wall.toPlainDate().toString())
    }
    const day = daysFrom(timeZone, date, 1)
    expect(steps.length).toBe((day.until - day.from) / (15 * MINUTE_MS))
  })
})

interface Scene {
  zone: (typeof DAYS)[number]
  day: { opens: string; closes: string }[]
  items: { minutes: number; before: number; after: number; gap: number; seats: number; kinds: number }[]
  people: number
  wishes: number[]
}

const scene: fc.Arbitrary<Scene> = fc.record({
  zone: fc.constantFrom(...DAYS),
  day: spans,
  items: fc.array(
    fc.record({
      minutes: fc.constantFrom(15, 30, 45, 60),
      before: fc.constantFrom(0, 0, 5, 15),
      after: fc.constantFrom(0, 0, 10, 30),
      gap: fc.constantFrom(0, 0, 15),
      seats: fc.constantFrom(1, 1, 3),
      kinds: fc.constantFrom(1, 2),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  people: fc.integer({ min: 1, max: 3 }),
  wishes: fc.array(fc.nat(200), { minLength: 1, maxLength: 40 }),
})

/** Books one free time after the other, as a day at the desk would. */
function simulate({ zone: [timeZone, date], day, items, people, wishes }: Scene) {
  const starts = daysFrom(timeZone, date, 1)
  const local = localTimeOf(timeZone, { from: starts.from - 2 * HOUR_MS, until: starts.until + 4 * HOUR_MS })
  const open = union(local.dates.flatMap((each) => intervalsOf(local, each, day)))
  const resource = (id: string, kind: 'teammate' | 'room', position: number): ResourceTimes => ({
    ...{
      id,
      kind,
      position,
      open,
      timeOff: [],
      blocks: [],
      busy: [],
      claims: [],
      taken: [],
      longest: { block: 0, busy: 0, claim: 6 * HOUR_MS, taken: 0 },
      claimsOfDay: 0,
      runOutHolds: [],
    },
  })
  const teammates = Array.from({ length: people }, (_, n) => resource(`teammate ${n}`, 'teammate', n))
  const rooms = [resource('room 0', 'room', 0), resource('room 1', 'room', 1)]
  const visit: VisitRules = {
    now: starts.from - 24 * HOUR_MS,
    stepMinutes: 15,
    local,
    businessOpen: null,
    holidays: [],
    items: items.map(
      ({ minutes, before, after, gap, seats, kinds }, n): ItemRules => ({
        ...{ serviceId: `service ${n}`, isArchived: false, noticeMs: 0, bookableUntil: Number.POSITIVE_INFINITY },
        ...{ dayMax: null, onDay: new Map(), isPersonFull: false, seats },
        durationMs: minutes * MINUTE_MS,
        gapMs: gap * MINUTE_MS,
        bufferBeforeMs: before * MINUTE_MS,
        bufferAfterMs: after * MINUTE_MS,
        candidates: kinds === 1 ? [teammates] : [teammates, rooms],
      }),
    ),
  }
  const booked: (Claim & { resourceId: string; seats: number })[] = []
  for (const [n, wish] of wishes.entries()) {
    const free = [...freeStarts(visit, starts)]
    const start = free[wish % Math.max(1, free.length)]
    if (start === undefined) break
    const placed = place(visit, start)
    if (!placed) throw new Error('A free time could not be placed.')
    expect(placed.map(({ from, until }) => ({ from, until }))).toEqual(
      placeItems(visit, start).map(({ from, until }) => ({ from, until })),
    )
    for (const { item, resources, ...at } of placed)
      for (const each of resources) {
        const session =
          item.seats > 1
            ? `${item.serviceId}@${new Date(at.from).toISOString()}/${(at.until - at.from) / MINUTE_MS}`
            : `booking ${n}`
        const visitTime = { from: at.from, until: at.until }
        const claim: Claim = {
          ...widen(item, visitTime),
          bookingId: `booking ${n}`,
          session,
          seat: 0,
          visit: visitTime,
        }
        each.claims = [...each.claims, claim].toSorted((a, b) => a.from - b.from)
        booked.push({ ...claim, resourceId: each.id, seats: item.seats })
      }
  }
  return { visit, starts, booked, hours: hoursOf(timeZone, day) }
}

describe('free times', () => {
  test('never put two visits on one resource, and keep the buffers between them', () => {
    fc.assert(
      fc.property(scene, (given) => {
        const { booked } = simulate(given)
        for (const [index, a] of booked.entries())
          for (const b of booked.slice(index + 1)) {
            if (a.resourceId !== b.resourceId || a.bookingId === b.bookingId) continue
            if (a.session === b.session) continue
            expect(overlap(a, b)).toBe(false)
          }
        const sessions = Map.groupBy(booked, ({ resourceId, session }) => `${resourceId} ${session}`)
        for (const claims of sessions.values())
          expect(new Set(claims.map(({ bookingId }) => bookingId)).size).toBeLessThanOrEqual(claims[0]?.seats ?? 0)
      }),
      runs(100),
    )
  })

  test('lie within the hours, minute by minute', () => {
    fc.assert(
      fc.property(scene, (given) => {
        const { booked, hours } = simulate(given)
        for (const { visit } of booked)
          for (let at = visit.from; at < visit.until; at += 5 * MINUTE_MS)
            expect(isOpen(hours, new Date(at).toISOString())).toBe(true)
      }),
      runs(50),
    )
  })

  test('are exactly those that no rule closes', () => {
    fc.assert(
      fc.property(scene, (given) => {
        const { visit, starts } = simulate(given)
        const free = new Set(freeStarts(visit, starts))
        for (const start of stepsOf(visit.local, 15)) {
          if (start < starts.from || start >= starts.until) continue
          expect(closings(visit, start).length === 0).toBe(free.has(start))
          expect(place(visit, start) !== null).toBe(free.has(start))
        }
      }),
      runs(30),
    )
  })
})
