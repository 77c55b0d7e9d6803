import { expect, test } from 'vitest'
import { createHostBreakers, FAILURES_TO_OPEN, HostUnavailable } from './host-breakers.ts'

function aBreaker() {
  let nowMs = Date.UTC(2026, 0, 1)
  const breakers = createHostBreakers(() => nowMs)
  const asked: string[] = []
  const call = (host: string, outcome: 'answer' | 'fail') =>
    breakers
      .call(host, async () => {
        asked.push(host)
        if (outcome === 'fail') throw new Error('timed out')
        return 'answered'
      })
      .catch((error: Error) => (error instanceof HostUnavailable ? 'not asked' : 'failed'))
  const failUntilOpen = async (host: string) => {
    for (let n = 0; n < FAILURES_TO_OPEN; n++) expect(await call(host, 'fail')).toBe('failed')
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { breakers, asked, call, failUntilOpen, pass }
}

test('a host that fails several times in a row is left alone, other hosts are not', async () => {
  const { asked, call, failUntilOpen } = aBreaker()
  await failUntilOpen('a.example')
  asked.length = 0
  expect(await call('a.example', 'answer')).toBe('not asked')
  expect(await call('b.example', 'answer')).toBe('answered')
  expect(asked).toEqual(['b.example'])
})

test('a success in between starts the count again', async () => {
  const { call } = aBreaker()
  for (let n = 0; n < FAILURES_TO_OPEN * 2; n++) {
    expect(await call('a.example', n % 2 === 0 ? 'fail' : 'answer')).not.toBe('not asked')
  }
})

test('after a while one request is let through, and the pause doubles up to a quarter of an hour while it fails', async () => {
  const { call, failUntilOpen, pass } = aBreaker()
  await failUntilOpen('a.example')
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
    pass(seconds * 1000 - 1)
    expect(await call('a.example', 'answer')).toBe('not asked')
    pass(1)
    expect(await call('a.example', 'fail')).toBe('failed')
  }
  pass(900_000)
  expect(await call('a.example', 'answer')).toBe('answered')
  expect(await call('a.example', 'fail')).toBe('failed')
  expect(await call('a.example', 'answer')).toBe('answered')
})

test('only one trial runs at a time, and what was under way when the host was given up does not lengthen the pause', async () => {
  const { breakers, call, failUntilOpen, pass } = aBreaker()
  const late = Promise.withResolvers<never>()
  const underWay = breakers.call('a.example', () => late.promise)
  await failUntilOpen('a.example')
  late.reject(new Error('timed out'))
  await expect(underWay).rejects.toThrow('timed out')
  pass(30_000)
  const trial = Promise.withResolvers<string>()
  const running = breakers.call('a.example', () => trial.promise)
  expect(await call('a.example', 'answer')).toBe('not asked')
  trial.resolve('back')
  expect(await running).toBe('back')
  expect(await call('a.example', 'answer')).toBe('answered')
})

test('a refusal of the request is not held against the host', async () => {
  const { breakers } = aBreaker()
  const refused = () => Promise.reject(new Error('refused'))
  for (let n = 0; n < FAILURES_TO_OPEN * 2; n++)
    await expect(breakers.call('a.example', refused, () => false)).rejects.toThrow('refused')
})
