import { expect, test } from 'vitest'
import { createRandom } from './testing/chaos/random.ts'
import { startRounds } from './testing/chaos/run-rounds.ts'
import { startSystem } from './testing/chaos/system.ts'

// A short version of `npm run chaos`: the cheap faults once each, on one server under load.

test('the server recovers from kills and cut connections without losing or duplicating anything', async () => {
  const system = await startSystem()
  try {
    const rounds = await startRounds(system, createRandom(1))
    for (const fault of ['connections', 'backend', 'postmaster', 'server'])
      expect([fault, await rounds.run(fault)]).toEqual([fault, { recoveredAfter: expect.any(Number), violations: [] }])
    expect((await rounds.finish()).violations).toEqual([])
  } finally {
    await system.close()
  }
}, 240_000)
