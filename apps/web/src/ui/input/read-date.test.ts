import { expect, test } from 'vitest'
import { readDate } from './read-date.ts'

const today = Temporal.PlainDate.from('2026-11-22')

test.each([
  ['11/23/2026', '2026-11-23'],
  ['1/2/27', '2027-01-02'],
  ['7/4/76', '1976-07-04'],
  ['12-24', '2026-12-24'],
  ['2026-03-01', '2026-03-01'],
  ['Nov 23, 2026', '2026-11-23'],
  [' sept  9 ', '2026-09-09'],
  ['23 November 2026', '2026-11-23'],
])('%s is read as %s', (typed, date) => expect(readDate(typed, today)).toBe(date))

test('the year of a birth date is not in the future', () => expect(readDate('7/4/40', today, 2026)).toBe('1940-07-04'))

test.each(['', 'soon', '13/1/2026', '2/30/2026', 'Nov', 'Foo 3', '11/23/202'])('%j is no date', (typed) =>
  expect(readDate(typed, today)).toBeNull(),
)
