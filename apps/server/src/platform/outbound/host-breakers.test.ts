import { expect, test } from 'vitest'
import { createHostBreakers, FAILURES_TO_OPEN, HostUnavailable } from './host-breakers.ts'

function aBreaker() {
  let nowMs = Date.UTC(2026, 0, 1)
  const breakers = createHostBreakers(() => nowMs)
  const requested: string[] = []
  const call = (host: string, outcome: 'answer' | 'fail') =>
    breakers
      .call(host, async () => {
        requested.push(host)
        if (outcome === 'fail') throw new Error('timed out')
        return 'answered'
      })
      .catch((error: Error) => (error instanceof HostUnavailable ? 'suspended' : 'failed'))
  const failUntilOpen = async (host: string) => {
    for (let n = 0; n < FAILURES_TO_OPEN; n++) expect(await call(host, 'fail')).toBe('failed')
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { breakers, requested, call, failUntilOpen, pass }
}

test('several failures in a row open the breaker of that host only', async () => {
  const { requested, call, failUntilOpen } = aBreaker()
  await failUntilOpen('a.example')
  requested.length = 0
  expect(await call('a.example', 'answer')).toBe('suspended')
  expect(await call('b.example', 'answer')).toBe('answered')
  expect(requested).toEqual(['b.example'])
})

test('a success in between resets the count', async () => {
  const { call } = aBreaker()
  for (let n = 0; n < FAILURES_TO_OPEN * 2; n++) {
    expect(await call('a.example', n % 2 === 0 ? 'fail' : 'answer')).not.toBe('suspended')
  }
})

test('after the pause one trial request runs; each failure doubles the pause, up to 15 minutes', async () => {
  const { call, failUntilOpen, pass } = aBreaker()
  await failUntilOpen('a.example')
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
    pass(seconds * 1000 - 1)
    expect(await call('a.example', 'answer')).toBe('suspended')
    pass(1)
    expect(await call('a.example', 'fail')).toBe('failed')
  }
  pass(900_000)
  expect(await call('a.example', 'answer')).toBe('answered')
  expect(await call('a.example', 'fail')).toBe('failed')
  expect(await call('a.example', 'answer')).toBe('answered')
})

test('only one trial runs at a time, and requests in flight when the breaker opened do not lengthen the pause', async () => {
  const { breakers, call, failUntilOpen, pass } = aBreaker()
  const late = Promise.withResolvers<never>()
  const inFlight = breakers.call('a.example', () => late.promise)
  await failUntilOpen('a.example')
  late.reject(new Error('timed out'))
  await expect(inFlight).rejects.toThrow('timed out')
  pass(30_000)
  const trial = Promise.withResolvers<string>()
  const running = breakers.call('a.example', () => trial.promise)
  expect(await call('a.example', 'answer')).toBe('suspended')
  trial.resolve('back')
  expect(await running).toBe('back')
  expect(await call('a.example', 'answer')).toBe('answered')
})

test('errors that are not the host’s fault do not count', async () => {
  const { breakers } = aBreaker()
  const refused = () => Promise.reject(new Error('refused'))
  for (let n = 0; n < FAILURES_TO_OPEN * 2; n++)
    await expect(breakers.call('a.example', refused, { isHostFault: () => false })).rejects.toThrow('refused')
})

test('a probe replaces the trial request, and a limited pause stays short', async () => {
  const { breakers, pass } = aBreaker()
  let isUp = false
  let probes = 0
  const limits = { maxPauseMs: 5_000 }
  const request = () => (isUp ? Promise.resolve('answered') : Promise.reject(new Error('timed out')))
  const probe = () => {
    probes += 1
    return request()
  }
  const ensure = () => breakers.ensureAvailable('a.example', probe, limits)
  await ensure()
  for (let n = 0; n < FAILURES_TO_OPEN; n++)
    await expect(breakers.call('a.example', request, limits)).rejects.toThrow('timed out')
  await expect(ensure()).rejects.toThrow(HostUnavailable)
  expect(probes).toBe(0)
  for (let n = 1; n <= 3; n++) {
    pass(5_000)
    await expect(ensure()).rejects.toThrow(HostUnavailable)
    expect(probes).toBe(n)
  }
  isUp = true
  await expect(ensure()).rejects.toThrow(HostUnavailable)
  pass(5_000)
  await ensure()
  expect(await breakers.call('a.example', request, limits)).toBe('answered')
})
