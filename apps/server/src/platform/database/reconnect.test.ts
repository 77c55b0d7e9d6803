import { expect, test } from 'vitest'
import { createReconnect, untilAvailable } from './reconnect.ts'
import { CommitUnknownError, isUnavailable } from './unavailable.ts'

const failure = (code: string) => Object.assign(new Error('failed'), { code })

/** Work that fails with each of these in turn, then succeeds. */
function workThatFails(...errors: Error[]) {
  const work = {
    runs: 0,
    run: async () => {
      work.runs += 1
      const error = errors.shift()
      if (error) throw error
      return 'done'
    },
  }
  return work
}

test('retries after a lost connection, whichever error the driver reports', async () => {
  const work = workThatFails(
    failure('57P01'),
    failure('57P03'),
    failure('ECONNREFUSED'),
    new Error('Connection terminated unexpectedly'),
  )
  expect(await createReconnect()(work.run)).toBe('done')
  expect(work.runs).toBe(5)
})

test('does not retry after an unknown commit or another error', async () => {
  for (const error of [new CommitUnknownError('failed'), failure('23505'), failure('53100')]) {
    const work = workThatFails(error)
    await expect(createReconnect()(work.run)).rejects.toBe(error)
    expect(work.runs).toBe(1)
  }
})

test('fails fast in a long outage, and retries again after the next success', async () => {
  let now = 0
  const reconnect = createReconnect(() => now)
  const away = workThatFails(...Array.from({ length: 3 }, () => failure('ECONNREFUSED')))
  const advancing = async () => {
    now += 3000
    return away.run()
  }
  await expect(reconnect(advancing)).rejects.toThrow('failed')
  expect(away.runs).toBe(3)
  const later = workThatFails(failure('ECONNREFUSED'))
  await expect(reconnect(later.run)).rejects.toThrow('failed')
  expect(later.runs).toBe(1)
  await reconnect(later.run)
  const short = workThatFails(failure('ECONNREFUSED'))
  expect(await reconnect(short.run)).toBe('done')
})

test('a full disk and a lost connection count as outages, a constraint violation does not', () => {
  for (const code of ['53100', 'ENOSPC', '57P02', '08006', 'ECONNRESET'])
    expect(isUnavailable(failure(code))).toBe(true)
  for (const code of ['23505', '40P01', '42601', '25P04']) expect(isUnavailable(failure(code))).toBe(false)
})

test('idempotent work is retried after a full disk or an unknown commit, but not after other errors', async () => {
  const work = workThatFails(failure('53100'), new CommitUnknownError('failed'))
  expect(await untilAvailable(10_000, work.run)).toBe('done')
  expect(work.runs).toBe(3)
  await expect(untilAvailable(10_000, workThatFails(failure('23505')).run)).rejects.toThrow('failed')
})
