import { expect, test } from 'vitest'
import { createRandom } from './testing/chaos/random.ts'
import { runBookings } from './testing/chaos/run-bookings.ts'
import { runCampaign } from './testing/chaos/run-campaign.ts'
import { runPayments } from './testing/chaos/run-payments.ts'
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

test('a campaign reaches each recipient once, or not at all for a reason, after the server was killed while it was sent', async () => {
  const { violations, accepted } = await runCampaign({
    ...{ recipients: 200, kills: 3, isSplit: false, isShort: true, random: createRandom(1), print: () => {} },
  })
  expect(violations).toEqual([])
  expect(accepted).toBeGreaterThan(0)
}, 240_000)

test('payments add up and equal Stripe’s after the server was killed while they were made', async () => {
  const { violations, charges } = await runPayments({
    ...{ requests: 10, kills: 2, isSplit: false, random: createRandom(1), print: () => {} },
  })
  expect(violations).toEqual([])
  expect(charges).toBeGreaterThan(0)
}, 240_000)

test('visits, texts and Google Calendar are as answered after servers and the database were killed', async () => {
  const { violations, visits } = await runBookings({
    ...{ kills: 3, isSplit: false, random: createRandom(1), print: () => {} },
  })
  expect(violations).toEqual([])
  expect(visits.size).toBeGreaterThan(0)
}, 240_000)
