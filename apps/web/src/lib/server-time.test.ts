import { afterEach, expect, test } from 'vitest'
import { noteServerTime, serverNow } from './server-time.ts'
import { dayDistance } from './time.ts'

const answerAt = (instant: number) => new Response(null, { headers: { date: new Date(instant).toUTCString() } })
afterEach(() => noteServerTime(answerAt(Date.now())))

test('a device whose clock is wrong follows the server’s', () => {
  const here = Date.parse('2026-03-08T12:00:00.000Z')
  for (const hours of [-26, -1, 1, 49]) {
    noteServerTime(answerAt(here + hours * 3_600_000), here)
    expect(serverNow(here)).toBe(here + hours * 3_600_000)
  }
})

test('the time a response takes is not counted, and a response without a date changes nothing', () => {
  const here = Date.parse('2026-03-08T12:00:00.900Z')
  noteServerTime(answerAt(here + 60_000), here)
  noteServerTime(new Response(null), here)
  expect(serverNow(here)).toBe(Date.parse('2026-03-08T12:01:00.000Z'))
  noteServerTime(answerAt(here - 1500), here)
  expect(serverNow(here)).toBe(here)
})

test('today is the current day of the server’s clock', () => {
  const twoDaysAhead = Date.now() + 48 * 3_600_000
  noteServerTime(answerAt(twoDaysAhead))
  expect(dayDistance(new Date(twoDaysAhead).toISOString(), 'UTC')).toBe('today')
  expect(dayDistance(new Date(twoDaysAhead - 24 * 3_600_000).toISOString(), 'UTC')).toBe('yesterday')
})
