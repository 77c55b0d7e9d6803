import { expect, test } from 'vitest'
import { createRandom } from './testing/chaos/random.ts'
import { startRounds } from './testing/chaos/run-rounds.ts'
import { startWorld } from './testing/chaos/world.ts'

// The small form of `npm run chaos`: the cheap faults once each, on one server, under one load.

test('what is killed or cut goes on by itself, and every promise is kept', async () => {
  const world = await startWorld()
  try {
    const rounds = await startRounds(world, createRandom(1))
    for (const fault of ['connections', 'backend', 'postmaster', 'server'])
      expect([fault, await rounds.run(fault)]).toEqual([fault, { recoveredAfter: expect.any(Number), violations: [] }])
    expect((await rounds.finish()).violations).toEqual([])
  } finally {
    await world.close()
  }
}, 240_000)
