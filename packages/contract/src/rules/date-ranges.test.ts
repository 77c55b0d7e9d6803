import { expect, test } from 'vitest'
import { boundsOf, DATE_RANGES, type DateRange } from './date-ranges.ts'

const at = (now: string, zone = 'America/New_York') => ({ zone, now })
const of = (range: DateRange, now: string, zone?: string) => {
  const { startDateTimeUTC, endDateTimeUTC } = boundsOf({ range }, at(now, zone))
  return [startDateTimeUTC, endDateTimeUTC]
}
const hours = ([start = '', end = '']: (string | undefined)[]) =>
  Temporal.Instant.from(start).until(Temporal.Instant.from(end)).total('hours')

// A Wednesday, 11 pm in New York and Thursday already in UTC.
const NOW = '2026-07-16T03:00:00Z'

test.each<[DateRange, string | undefined, string | undefined]>([
  ['all_time', undefined, undefined],
  ['today', '2026-07-15T04:00:00Z', '2026-07-16T04:00:00Z'],
  ['yesterday', '2026-07-14T04:00:00Z', '2026-07-15T04:00:00Z'],
  ['week_to_date', '2026-07-12T04:00:00Z', '2026-07-16T04:00:00Z'],
  ['last_week', '2026-07-05T04:00:00Z', '2026-07-12T04:00:00Z'],
  ['month_to_date', '2026-07-01T04:00:00Z', '2026-07-16T04:00:00Z'],
  ['last_month', '2026-06-01T04:00:00Z', '2026-07-01T04:00:00Z'],
  ['year_to_date', '2026-01-01T05:00:00Z', '2026-07-16T04:00:00Z'],
  ['last_year', '2025-01-01T05:00:00Z', '2026-01-01T05:00:00Z'],
  ['last_7_days', '2026-07-09T04:00:00Z', '2026-07-16T04:00:00Z'],
  ['last_4_weeks', '2026-06-18T04:00:00Z', '2026-07-16T04:00:00Z'],
  ['this_month', '2026-07-01T04:00:00Z', '2026-08-01T04:00:00Z'],
  ['last_3_months', '2026-04-15T04:00:00Z', '2026-07-16T04:00:00Z'],
  ['last_12_months', '2025-07-15T04:00:00Z', '2026-07-16T04:00:00Z'],
  ['this_year', '2026-01-01T05:00:00Z', '2027-01-01T05:00:00Z'],
])('%s is counted in days of the location', (range, start, end) => {
  expect(of(range, NOW)).toEqual([start, end])
})

test('every range has a result', () => {
  for (const range of DATE_RANGES) expect(() => boundsOf({ range }, at(NOW))).not.toThrow()
})

test('a day with a clock change has 23 or 25 hours, and the next range begins at its end', () => {
  expect(hours(of('today', '2026-03-08T15:00:00Z'))).toBe(23)
  expect(hours(of('today', '2026-11-01T15:00:00Z'))).toBe(25)
  expect(of('yesterday', '2026-03-09T15:00:00Z')).toEqual(of('today', '2026-03-08T15:00:00Z'))
  expect(hours(of('last_week', '2026-03-16T12:00:00Z'))).toBe(7 * 24 - 1)
  expect(hours(of('last_month', '2026-12-01T12:00:00Z'))).toBe(30 * 24 + 1)
})

test('a repeated hour belongs to the same day both times', () => {
  expect(of('today', '2026-11-01T05:30:00Z')).toEqual(of('today', '2026-11-01T06:30:00Z'))
})

test('a day whose midnight is skipped by a clock change begins an hour later', () => {
  // In Chile clocks went from 24:00 on September 6 to 1:00.
  expect(of('today', '2025-09-07T15:00:00Z', 'America/Santiago')).toEqual([
    '2025-09-07T04:00:00Z',
    '2025-09-08T03:00:00Z',
  ])
})

test('covers the first and last days of months and years', () => {
  expect(of('last_month', '2026-03-31T12:00:00Z')).toEqual(['2026-02-01T05:00:00Z', '2026-03-01T05:00:00Z'])
  // February 31 doesn’t exist.
  expect(of('last_3_months', '2026-05-31T12:00:00Z')[0]).toBe('2026-02-28T05:00:00Z')
  expect(of('last_12_months', '2028-02-29T12:00:00Z')[0]).toBe('2027-02-28T05:00:00Z')
  expect(of('last_year', '2026-01-01T05:00:00Z')).toEqual(['2025-01-01T05:00:00Z', '2026-01-01T05:00:00Z'])
  expect(of('week_to_date', '2026-07-12T12:00:00Z')[0]).toBe('2026-07-12T04:00:00Z')
})

test('custom ranges include both days, and either may be absent', () => {
  const custom = (from?: string, until?: string) => boundsOf({ range: 'custom', from, until }, at(NOW))
  expect(custom('2026-03-08', '2026-03-08')).toEqual({
    startDateTimeUTC: '2026-03-08T05:00:00Z',
    endDateTimeUTC: '2026-03-09T04:00:00Z',
  })
  expect(custom('2026-03-08')).toEqual({ startDateTimeUTC: '2026-03-08T05:00:00Z' })
  expect(custom(undefined, '2026-03-08')).toEqual({ endDateTimeUTC: '2026-03-09T04:00:00Z' })
  expect(custom()).toEqual({})
})
