import { expect, test } from 'vitest'
import { periodEdge } from './wall-time.ts'

const at = (wall: string, edge: 'start' | 'end', zone = 'America/New_York') =>
  periodEdge(Temporal.PlainDateTime.from(wall), zone, edge).toString()

test('a wall time is that of the zone on its day', () => {
  expect(at('2026-07-01T09:00', 'start')).toBe('2026-07-01T13:00:00Z')
  expect(at('2026-12-01T09:00', 'end')).toBe('2026-12-01T14:00:00Z')
})

test('a time that the clocks skip is the moment they change', () => {
  expect([at('2026-03-08T02:30', 'start'), at('2026-03-08T02:30', 'end')]).toEqual([
    '2026-03-08T07:00:00Z',
    '2026-03-08T07:00:00Z',
  ])
  // Lord Howe Island skips half an hour.
  expect(at('2026-10-04T02:15', 'start', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00Z')
})

test('a period takes both of a time that the clocks repeat', () => {
  expect([at('2026-11-01T01:30', 'start'), at('2026-11-01T01:30', 'end')]).toEqual([
    '2026-11-01T05:30:00Z',
    '2026-11-01T06:30:00Z',
  ])
})
