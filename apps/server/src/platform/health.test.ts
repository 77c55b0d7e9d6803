import { expect, test } from 'vitest'
import { createHealth } from './health.ts'

test('a component without reports fails after 30 seconds and recovers with its next report', () => {
  let now = 0
  const health = createHealth(() => now)
  const reportDatabase = health.register('database')
  const reportDispatcher = health.register('dispatcher')
  now = 29_000
  reportDispatcher()
  expect(health.failing()).toEqual([])
  now = 31_000
  expect(health.failing()).toEqual(['database'])
  reportDatabase()
  expect(health.failing()).toEqual([])
})
