import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../../testing/clock.ts'
import { aPhone, type House, openHouse } from '../../../testing/house.ts'
import { FIND_MISSED_TEXTS } from './find-missed-texts.job.ts'

const MAX_IN_FLIGHT = 3
const clock = aClock()
let house: House
beforeAll(async () => {
  house = await openHouse({
    now: clock.now,
    webhookLimits: { maxInFlight: MAX_IN_FLIGHT, maxWaitMs: 5000, quietMs: 200 },
  })
})
afterAll(() => house.close())

const countOf = async (outcome: string) => {
  const metrics = await (await fetch(`${house.url}/metrics`)).text()
  return Number(
    new RegExp(`^frontdesk_inbound_messages_total{outcome="${outcome}"} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0,
  )
}

test('texts refused while the database is slow are fetched from the carrier afterwards, each once', async () => {
  const tenant = await house.aTenant()
  const [to] = tenant.numbers
  const phones = Array.from({ length: 8 }, aPhone)
  const { owner } = house.server.database

  const blocker = await owner.connect()
  await blocker.query('begin; lock table conversations in exclusive mode')
  const texts = phones.map((phone) =>
    fetch(`${house.url}/sandbox/api/phones/${phone}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, body: `From ${phone}` }),
    }),
  )
  try {
    await expect.poll(() => countOf('overloaded')).toBe(phones.length - MAX_IN_FLIGHT)
    const answer = await fetch(`${house.url}/webhooks/twilio/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('10')
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  await Promise.all(texts)
  await house.settled()
  expect(await tenant.list(tenant.owner)).toHaveLength(MAX_IN_FLIGHT)

  const waits = () =>
    owner.query(
      `select from graphile_worker.jobs where task_identifier = $1 and key = $2 and run_at < now() + interval '1 minute'`,
      [FIND_MISSED_TEXTS, `refused-texts:${to}`],
    )
  await expect.poll(async () => (await waits()).rowCount).toBe(1)
  clock.advance(20_000)
  await house.runLater(FIND_MISSED_TEXTS)
  const found = await tenant.list(tenant.owner)
  expect(found.map(({ attributes }) => attributes.latestMessage).toSorted()).toEqual(
    phones.map((phone) => `From ${phone}`).toSorted(),
  )
  expect(await countOf('found-later')).toBe(phones.length - MAX_IN_FLIGHT)
})
