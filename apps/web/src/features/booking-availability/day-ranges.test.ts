import { expect, test } from 'vitest'
import { dayRanges, daysBetween, rangeText } from './day-ranges.ts'

const day = (date: string, name = 'Vacation') => ({ date, name })

test('days in a row with the same name are one period', () => {
  const days = [day('2026-07-31'), day('2026-08-02'), day('2026-08-01'), day('2026-08-03', 'Training'), day('')]
  expect(dayRanges(days)).toEqual([
    { from: '2026-07-31', until: '2026-08-02', name: 'Vacation' },
    { from: '2026-08-03', until: '2026-08-03', name: 'Training' },
  ])
})

test('a period has its first and its last day', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([])
  expect(rangeText({ from: '2026-02-27', until: '2026-03-01' })).toBe('Feb 27, 2026 to Mar 1, 2026')
  expect(rangeText({ from: '2026-02-27', until: '2026-02-27' })).toBe('Feb 27, 2026')
})
