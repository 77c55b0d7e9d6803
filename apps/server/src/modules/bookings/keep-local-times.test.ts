import { expect, test } from 'vitest'
import { findConflicts, shiftOf } from './keep-local-times.ts'

const HOUR = 3_600_000
const visit = (startsAt: string, localStartsAt: string) => ({ startsAt, localStartsAt })

test('a visit is moved to its local time, by whole and half hours', () => {
  expect(shiftOf(visit('2026-12-10T20:00:00Z', '2026-12-10T12:00'), 'America/Los_Angeles')).toBe(0)
  expect(shiftOf(visit('2026-12-10T19:00:00Z', '2026-12-10T12:00'), 'America/Los_Angeles')).toBe(HOUR)
  expect(shiftOf(visit('2026-07-10T02:00:00Z', '2026-07-10T12:00'), 'Australia/Lord_Howe')).toBe(-HOUR / 2)
})

test('a local time that occurs twice on a day is accepted either way', () => {
  for (const startsAt of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
    expect(shiftOf(visit(startsAt, '2026-11-01T01:30'), 'America/New_York')).toBe(0)
})

test('a local time that is skipped on a day becomes the one after the gap', () => {
  expect(shiftOf(visit('2026-03-08T06:30:00Z', '2026-03-08T02:30'), 'America/New_York')).toBe(HOUR)
})

test('a visit that cannot be moved blocks the one that would take its place', () => {
  const claim = (bookingId: string, from: number) => ({
    ...{ bookingId, session: bookingId, resourceId: 'chair' },
    ...{ from: from * HOUR, until: (from + 1) * HOUR },
  })
  const claims = [claim('first', 9), claim('second', 10), claim('other', 11), claim('far', 14)]
  const shifts = new Map(['first', 'second', 'far'].map((id) => [id, HOUR]))
  expect(findConflicts(claims, shifts)).toEqual(new Set(['second', 'first']))
  expect(findConflicts([claim('other', 11)], shifts)).toEqual(new Set())
})
