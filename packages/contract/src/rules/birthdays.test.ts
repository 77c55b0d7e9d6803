import { expect, test } from 'vitest'
import { birthDateParts, birthdaysIn, readBirthDate } from './birthdays.ts'

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

test('a birth date may have no year, and 29 February then exists', () => {
  const today = Temporal.PlainDate.from('2026-11-22')
  const read = (month: string, day: string, year: string) => readBirthDate({ month, day, year }, today)
  expect(read('', '', '')).toEqual({ date: null })
  expect(read('2', '29', '')).toEqual({ date: '1604-02-29' })
  expect(read('2', '29', '1980')).toEqual({ date: '1980-02-29' })
  expect(read('2', '29', '1981')).toEqual({ problem: 'invalid' })
  expect(read('11', '23', '2026')).toEqual({ problem: 'invalid' })
  expect(read('4', '31', '')).toEqual({ problem: 'invalid' })
  expect(read('4', '3', '85')).toEqual({ problem: 'invalid' })
  expect(read('4', '', '1985')).toEqual({ problem: 'incomplete' })
  for (const date of [null, '1604-02-29', '1980-07-04'])
    expect(readBirthDate(birthDateParts(date), today)).toEqual({ date })
})
