import { expect, test } from 'vitest'
import { createHealth } from './health.ts'

test('a part that stays silent fails after half a minute, and recovers with its next report', () => {
  let now = 0
  const health = createHealth(() => now)
  const reportDatabase = health.expect('database')
  const reportDispatcher = health.expect('dispatcher')
  now = 29_000
  reportDispatcher()
  expect(health.failing()).toEqual([])
  now = 31_000
  expect(health.failing()).toEqual(['database'])
  reportDatabase()
  expect(health.failing()).toEqual([])
})
