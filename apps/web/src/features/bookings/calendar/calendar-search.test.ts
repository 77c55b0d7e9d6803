import { expect, test } from 'vitest'
import { dayToBook, shownDates } from './calendar-search.ts'

test.each([
  ['the day shown', undefined, '2030-05-20', '2030-05-20'],
  ['today, which is shown', 'week', '2030-05-10', '2030-05-08'],
  ['the day in view of another week', 'week', '2030-05-20', '2030-05-20'],
  ['today, in the month shown', 'month', '2030-05-31', '2030-05-08'],
  ['the day in view of another month', 'month', '2030-07-01', '2030-07-01'],
  ['today instead of a day that is over', undefined, '2030-05-01', '2030-05-08'],
] as const)('a visit is booked on %s', (_, view, date, expected) => {
  expect(dayToBook(shownDates(date, view), { date, today: '2030-05-08' })).toBe(expected)
})
