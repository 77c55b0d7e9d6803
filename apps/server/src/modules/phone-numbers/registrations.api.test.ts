import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'

const { getRegistrations } = contract.phoneNumbers

const clock = createTestClock()
let isCarrierDown = false
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({
    now: clock.now,
    carrierUrl: (sandboxUrl) => (isCarrierDown ? 'http://127.0.0.1:1' : sandboxUrl),
  })
})
afterAll(() => instance.close())

async function register(phoneNumber: string, statuses: object = {}) {
  const response = await fetch(`${instance.url}/sandbox/api/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber, ...statuses }),
  })
  if (!response.ok) throw new Error(await response.text())
  // The server caches what it reads for a minute.
  clock.advance(61_000)
}

const read = async (user: TestUser) => ok(await user.call(getRegistrations, undefined)).data
const statusesOf = async (user: TestUser) => (await read(user)).registrations.map(({ status }) => status)

const REJECTED = {
  error_code: 30897,
  fields: ['MESSAGE_FLOW'],
  url: 'https://www.twilio.com/docs/api/errors/30897',
  description: 'The campaign submission has been reviewed and it was rejected due to Disallowed Content.',
}

test('the registration of each number is read from the carrier, and the worst one is that of the business', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.numbers
  clock.advance(61_000)
  expect(await read(owner)).toMatchObject({
    a2PApplicationStatus: 'Not Registered',
    registrations: [
      { phoneNumber: first, status: 'not-registered', useCase: null, problems: [] },
      { phoneNumber: second, status: 'not-registered' },
    ],
  })
  await register(first)
  await register(second, { campaignStatus: 'IN_PROGRESS', useCase: 'MARKETING' })
  expect(await read(owner)).toMatchObject({
    a2PApplicationStatus: 'In Review',
    registrations: [
      { phoneNumber: first, status: 'registered', useCase: 'LOW_VOLUME' },
      { phoneNumber: second, status: 'in-review', useCase: 'MARKETING', problems: [] },
    ],
  })
  await register(second, { campaignStatus: 'FAILED', errors: [REJECTED] })
  expect(await read(owner)).toMatchObject({
    a2PApplicationStatus: 'Failed',
    registrations: [
      { status: 'registered' },
      { status: 'refused', problems: [{ code: 30897, text: REJECTED.description, url: REJECTED.url }] },
    ],
  })
  // The campaign waits for a brand that was refused.
  await register(second, { brandStatus: 'FAILED', campaignStatus: 'PENDING' })
  expect(await statusesOf(owner)).toEqual(['registered', 'refused'])
  await register(second)
  expect((await read(owner)).a2PApplicationStatus).toBe('Active')
})

test('people see the numbers at their locations, and no one those of another business', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = tenant.numbers
  await register(second)
  const manager = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[0] ?? ''] })
  expect(await read(manager)).toEqual({
    a2PApplicationStatus: 'Not Registered',
    registrations: [{ phoneNumber: first, status: 'not-registered', useCase: null, problems: [] }],
  })
  const other = await instance.createTenant()
  expect((await read(other.owner)).registrations.map(({ phoneNumber }) => phoneNumber)).toEqual(other.numbers)
})

test('the carrier gets one request a minute, and an outage of it is a temporary error', async () => {
  const { owner } = await instance.createTenant()
  clock.advance(61_000)
  isCarrierDown = true
  expect(await owner.call(getRegistrations, undefined)).toFail('CarrierUnavailable')
  isCarrierDown = false
  clock.advance(61_000)
  await expect.poll(() => statusesOf(owner), { timeout: 15_000 }).toEqual(['not-registered'])
  isCarrierDown = true
  expect(await statusesOf(owner)).toEqual(['not-registered'])
  isCarrierDown = false
})
