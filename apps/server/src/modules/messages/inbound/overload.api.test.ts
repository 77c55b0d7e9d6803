import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClock } from '../../../testing/test-clock.ts'
import { newPhone, startTestInstance, type TestInstance } from '../../../testing/test-instance.ts'
import { FIND_MISSED_TEXTS } from './find-missed-texts.job.ts'

const MAX_IN_FLIGHT = 3
const clock = createTestClock()
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({
    now: clock.now,
    webhookLimits: { maxInFlight: MAX_IN_FLIGHT, maxWaitMs: 5000, quietMs: 200 },
  })
})
afterAll(() => instance.close())

const countOf = async (outcome: string) => {
  const metrics = await (await fetch(`${instance.url}/metrics`)).text()
  return Number(
    new RegExp(`^frontdesk_inbound_messages_total{outcome="${outcome}"} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0,
  )
}

test('texts refused while the database is slow are later fetched from the carrier, each once', async () => {
  const tenant = await instance.createTenant()
  const [to] = tenant.numbers
  const phones = Array.from({ length: 8 }, newPhone)
  const { owner } = instance.server.database

  const blocker = await owner.connect()
  await blocker.query('begin; lock table conversations in exclusive mode')
  const texts = phones.map((phone) =>
    fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, body: `From ${phone}` }),
    }),
  )
  try {
    await expect.poll(() => countOf('overloaded')).toBe(phones.length - MAX_IN_FLIGHT)
    const answer = await fetch(`${instance.url}/webhooks/twilio/message`, {
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
  await instance.idle()
  expect(await tenant.list(tenant.owner)).toHaveLength(MAX_IN_FLIGHT)

  const waits = () =>
    owner.query(
      `select from graphile_worker.jobs where task_identifier = $1 and key = $2 and run_at < now() + interval '1 minute'`,
      [FIND_MISSED_TEXTS, `refused-texts:${to}`],
    )
  await expect.poll(async () => (await waits()).rowCount).toBe(1)
  clock.advance(20_000)
  await instance.runDelayedJobs(FIND_MISSED_TEXTS)
  const conversations = await tenant.list(tenant.owner)
  expect(conversations.map(({ attributes }) => attributes.latestMessage).toSorted()).toEqual(
    phones.map((phone) => `From ${phone}`).toSorted(),
  )
  expect(await countOf('found-later')).toBe(phones.length - MAX_IN_FLIGHT)
})
