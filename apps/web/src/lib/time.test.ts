import { expect, test } from 'vitest'
import { clock, dayDistance, dayKey } from './time.ts'

const now = '2026-03-08T15:00:00.000Z'

test('days are those of the location, not of the reader', () => {
  const lateEvening = '2026-03-08T03:30:00.000Z'
  expect(dayKey(lateEvening, 'America/New_York')).toBe('2026-03-07')
  expect(dayDistance(lateEvening, 'America/New_York', now)).toBe('yesterday')
  expect(dayDistance(lateEvening, 'Europe/Berlin', now)).toBe('today')
})

test('the day the clocks change is still one day', () => {
  expect(dayDistance('2026-03-08T06:30:00.000Z', 'America/New_York', '2026-03-09T03:30:00.000Z')).toBe('today')
  expect(clock('2026-03-08T07:30:00.000Z', 'America/New_York').replace(/\s/g, ' ')).toBe('3:30 AM')
})

test('a week back it is a date, a year back it has its year', () => {
  expect(dayDistance('2026-03-03T15:00:00.000Z', 'UTC', now)).toBe('this week')
  expect(dayDistance('2026-03-01T15:00:00.000Z', 'UTC', now)).toBe('this year')
  expect(dayDistance('2025-12-31T15:00:00.000Z', 'UTC', now)).toBe('earlier')
})
