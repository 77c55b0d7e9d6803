import { expect, test } from 'vitest'
import { nextMondayAt9, tomorrowAt9 } from './preset-times.ts'

test.each([
  ['Sunday', '2026-11-22T23:30', '2026-11-23T09:00', '2026-11-23T09:00'],
  ['Monday', '2026-11-23T00:10', '2026-11-24T09:00', '2026-11-30T09:00'],
  ['Saturday', '2026-11-28T12:00', '2026-11-29T09:00', '2026-11-30T09:00'],
])('on a %s', (_day, now, tomorrow, monday) => {
  const moment = Temporal.PlainDateTime.from(now).toZonedDateTime('America/New_York')
  expect(tomorrowAt9(moment).toString({ smallestUnit: 'minute' })).toBe(tomorrow)
  expect(nextMondayAt9(moment).toString({ smallestUnit: 'minute' })).toBe(monday)
})
