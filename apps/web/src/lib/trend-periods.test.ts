import { expect, test } from 'vitest'
import { toDays, toPeriods } from './trend-periods.ts'

const NEW_YORK = 'America/New_York'
const at = (fromUtc: string) => ({ fromUtc })
const counted = (periods: readonly { label: string; points: readonly unknown[] }[]) =>
  periods.filter(({ points }) => points.length > 0).map(({ label, points }) => `${label}: ${points.length}`)

test('counts of minutes are kept as long as they fit, with empty periods after them', () => {
  const periods = toPeriods([at('2026-11-03T15:00:00Z'), at('2026-11-03T15:10:00Z')], 5, NEW_YORK)
  expect(periods).toHaveLength(12)
  expect(counted(periods)).toEqual(['Nov 3, 10:00 AM: 1', 'Nov 3, 10:10 AM: 1'])
})

test('a longer time has hours, days, then weeks, none of them twice', () => {
  const start = Temporal.Instant.from('2026-10-30T15:00:00Z')
  const over = (hours: number) => [at(start.toString()), at(start.add({ hours }).toString())]
  expect(toPeriods(over(40), 60, NEW_YORK)).toHaveLength(41)
  expect(counted(toPeriods(over(24 * 10), 60, NEW_YORK))).toEqual(['Oct 30: 1', 'Nov 9: 1'])
  expect(counted(toPeriods(over(24 * 100), 60, NEW_YORK))).toEqual(['Week of Oct 30: 1', 'Week of Feb 5: 1'])
  expect(toPeriods([], 60)).toEqual([])
})

test('a day with 25 hours is one day', () => {
  const hours = Array.from({ length: 24 * 4 }, (_, n) =>
    at(Temporal.Instant.from('2026-10-31T04:00:00Z').add({ hours: n }).toString()),
  )
  expect(counted(toPeriods(hours, 60, NEW_YORK))).toEqual(['Oct 31: 24', 'Nov 1: 25', 'Nov 2: 24', 'Nov 3: 23'])
})

test('days without counts are shown too; a year is shown in weeks', () => {
  const points = [{ day: '2026-11-02' }, { day: '2026-11-08' }]
  const days = toDays(points, { fromDay: '2026-11-01', today: '2026-11-10' })
  expect(days.map(({ label }) => label)).toHaveLength(10)
  expect(counted(days)).toEqual(['Nov 2: 1', 'Nov 8: 1'])
  const weeks = toDays(points, { fromDay: '2025-11-11', today: '2026-11-10' })
  expect(weeks).toHaveLength(53)
  expect(weeks.reduce((sum, week) => sum + week.points.length, 0)).toBe(2)
})
