import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clock, dayDistance, dayKey, exact, moment, momentIn, momentLabel, readerZone, wallMoment } from './time.ts'

const now = '2026-03-08T15:00:00.000Z'
const PACIFIC = 'America/Los_Angeles'
const plain = (text: string) => text.replace(/\s/g, ' ')

beforeAll(() => void vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

test('times are in the viewer’s time zone, and another zone is named beside them', () => {
  expect(readerZone).toBe('America/New_York')
  expect(plain(clock('2026-03-09T16:00:00.000Z'))).toBe('12:00 PM')
  expect(plain(momentIn('2026-03-09T16:00:00.000Z', PACIFIC))).toBe('tomorrow at 9:00 AM Pacific Time (12:00 PM yours)')
  expect(plain(momentIn('2026-03-09T05:00:00.000Z', PACIFIC))).toBe(
    'today at 10:00 PM Pacific Time (tomorrow at 1:00 AM yours)',
  )
  expect(plain(momentIn('2026-03-09T16:00:00.000Z', PACIFIC, '2026-03-09T16:45:00.000Z'))).toBe(
    'tomorrow at 9:00 AM – 9:45 AM Pacific Time (12:00 PM yours)',
  )
  expect(plain(exact('2026-03-09T05:00:00.000Z', PACIFIC))).toContain('1:00:00 AM EDT (Sun 10:00 PM Pacific Time)')
})

test('a zone that shows the same time is not named', () => {
  expect(plain(momentIn('2026-03-09T16:00:00.000Z', 'America/Toronto'))).toBe('tomorrow at 12:00 PM')
  expect(plain(momentLabel('2026-03-09T16:00:00.000Z', 'America/Toronto'))).toBe('Tomorrow at 12:00 PM')
  expect(exact('2026-03-09T16:00:00.000Z', 'America/Toronto')).not.toContain('(')
})

test('a time is shown by its weekday while that is unambiguous', () => {
  expect(plain(moment('2026-03-13T16:00:00.000Z'))).toBe('Friday at 12:00 PM')
  expect(plain(moment('2026-03-20T16:00:00.000Z'))).toBe('Mar 20, 2026 at 12:00 PM')
  expect(plain(moment('2026-03-07T16:00:00.000Z'))).toBe('yesterday at 11:00 AM')
})

test('a time without a zone is by the reader’s calendar', () => {
  // March 9 in UTC.
  vi.setSystemTime('2026-03-09T03:30:00.000Z')
  expect(plain(wallMoment('2026-03-08T23:45'))).toBe('today at 11:45 PM')
  expect(plain(wallMoment('2026-03-09T09:00'))).toBe('tomorrow at 9:00 AM')
  vi.setSystemTime(now)
})

test('days are those of the given time zone', () => {
  const lateEvening = '2026-03-08T03:30:00.000Z'
  expect(dayKey(lateEvening, 'America/New_York')).toBe('2026-03-07')
  expect(dayDistance(lateEvening, 'America/New_York', now)).toBe('yesterday')
  expect(dayDistance(lateEvening, 'Europe/Berlin', now)).toBe('today')
})

test('the day the clocks change is still one day', () => {
  expect(dayDistance('2026-03-08T06:30:00.000Z', 'America/New_York', '2026-03-09T03:30:00.000Z')).toBe('today')
  expect(clock('2026-03-08T07:30:00.000Z', 'America/New_York').replace(/\s/g, ' ')).toBe('3:30 AM')
})

test('from a week ago it is a date, from a year ago a date with its year', () => {
  expect(dayDistance('2026-03-03T15:00:00.000Z', 'UTC', now)).toBe('this week')
  expect(dayDistance('2026-03-01T15:00:00.000Z', 'UTC', now)).toBe('this year')
  expect(dayDistance('2025-12-31T15:00:00.000Z', 'UTC', now)).toBe('earlier')
})
