import { expect, test } from 'vitest'
import { birthdaysIn } from './birthdays.ts'

const on = (day: string) => Temporal.PlainDate.from(day)

test.each([
  ['yesterday', '2026-03-01', [228, 229]],
  ['yesterday', '2028-03-01', [229]],
  ['today', '2026-11-22', [1122]],
  ['today', '2028-02-28', [228]],
  ['tomorrow', '2026-12-31', [101]],
  // A Wednesday: the week began on Sunday.
  ['this_week', '2026-12-30', [1227, 1228, 1229, 1230, 1231, 101, 102]],
  ['next_week', '2026-12-26', [1227, 1228, 1229, 1230, 1231, 101, 102]],
] as const)('%s on %s', (key, today, days) => {
  expect(birthdaysIn(key, on(today))).toEqual(days)
})

test('a month has all its days, and the 29th of February on the 28th', () => {
  expect(birthdaysIn('this_month', on('2026-02-10'))).toHaveLength(29)
  expect(birthdaysIn('this_month', on('2028-02-10'))).toHaveLength(29)
  expect(birthdaysIn('next_month', on('2026-12-31')).at(-1)).toBe(131)
  expect(birthdaysIn('next_month', on('2026-01-31'))).toEqual(birthdaysIn('this_month', on('2026-02-01')))
})
