import { contract } from '@frontdesk/contract/api'
import { GROUP_PREVIEW_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { ok } from '../../testing/client.ts'
import { createPng, upload } from '../../testing/files.ts'
import { addContact } from '../../testing/groups.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'
import { findPerson } from '../accounts/index.ts'
import { countAudience, countUpTo } from './audience.ts'

const { campaigns, sending } = contract

let instance: TestInstance
const clock = createTestClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const inNewYork = (time: string) =>
  Temporal.PlainDateTime.from(time).toZonedDateTime('America/New_York').toInstant().toString()
const inLosAngeles = (time: string) =>
  Temporal.PlainDateTime.from(time)
    .toZonedDateTime('America/Los_Angeles')
    .toInstant()
    .toString({ smallestUnit: 'millisecond' })
const goTo = (instant: string) => clock.advance(Date.parse(instant) - Date.parse(clock.now()))

const save = async (user: TestUser, values: object) =>
  ok(await user.call(campaigns.save, { name: 'Offer', text: 'Hi', audience: { criteria: {} }, ...values })).data

const preflight = async (user: TestUser, { id }: { id: string }, when: object = {}) =>
  ok(await user.call(campaigns.preflight, { id, ...when })).data

const WESTERN = ['+12135550171', '+12135550172', '+12135550173']

test('messages, price, finish and quiet hours are foreseen, also for variables, versions and follow-ups', async () => {
  goTo(inNewYork('2038-06-09T09:30'))
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { version } = ok(await owner.call(sending.getSettings, undefined)).data
  const prices = { pricePerSegment: 10_000, pricePerMediaMessage: 30_000, currency: 'USD', segmentsPerSecond: 1 }
  const settings = ok(await owner.call(sending.getSettings, undefined)).data
  ok(await owner.call(sending.saveSettings, { ...settings, ...prices, version }))
  await addContact(tenant, 'Al')
  await addContact(tenant, `Maximiliana ${'Long '.repeat(10)}`.trim())
  for (const phone of WESTERN) await addContact(tenant, 'Jo', { phone })
  // 150 characters and a first name: one message for Al, two for Maximiliana.
  const text = `${'x'.repeat(148)} :contact_first_name:`
  const draft = await save(owner, { text, followUps: [{ afterHours: 24, text: 'Still there?' }] })
  const plan = await preflight(owner, draft)
  expect(plan).toMatchObject({
    recipients: 5,
    isEstimate: false,
    texts: [
      { step: 0, recipients: 5, segments: { min: 1, max: 1 }, isMms: false, price: 50_000 },
      { step: 1, recipients: 5, segments: { min: 1, max: 1 }, price: 50_000 },
    ],
    price: { amount: 50_000, upTo: 100_000, currency: 'USD' },
    // California is awake in an hour and a half.
    holds: [{ count: 3, untilUtc: inLosAngeles('2038-06-09T08:00'), timeZone: 'America/Los_Angeles' }],
    finishesOnUtc: inLosAngeles('2038-06-09T08:00:03'),
  })
  // Recipients whom another campaign holds in California are due at the same time: three of eight segments are theirs.
  const other = await save(owner, { name: 'Other', text: 'Hello' })
  ok(await owner.call(campaigns.start, { id: other.id, version: other.version }))
  await instance.idle()
  expect((await preflight(owner, draft)).finishesOnUtc).toBe(inLosAngeles('2038-06-09T08:00:04.8'))
  const longer = await save(owner, { text: text.replace('first_name', 'name'), variants: ['Short one'] })
  expect(await preflight(owner, longer)).toMatchObject({
    texts: [
      { variant: 0, recipients: 3, segments: { min: 1, max: 2 } },
      { variant: 1, recipients: 3, segments: { min: 1, max: 1 } },
    ],
  })

  const png = ok(await upload(owner, await createPng()))
  const withFile = await save(owner, { attachments: [png.sid] })
  expect(await preflight(owner, withFile)).toMatchObject({ texts: [{ isMms: true }], price: { amount: 150_000 } })
})

test('a local time, a spread and a cap move the finish', async () => {
  goTo(inNewYork('2038-07-09T12:00'))
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addContact(tenant, 'Al')
  await addContact(tenant, 'Jo', { phone: '+12135550174' })
  const draft = await save(owner, {})
  const when = { localTime: '2038-07-10T10:00' }
  const atTen = await preflight(owner, draft, when)
  expect(atTen.holds).toEqual([])
  expect(Date.parse(atTen.finishesOnUtc ?? '') - Date.parse(inLosAngeles('2038-07-10T10:00'))).toBeLessThan(5000)
  const spread = await preflight(owner, draft, { ...when, spreadMinutes: 120 })
  expect(spread.finishesOnUtc).toBe(inLosAngeles('2038-07-10T12:00'))
  const past = { scheduledOnUtc: inNewYork('2038-07-01T12:00') }
  expect(await owner.call(campaigns.preflight, { id: draft.id, ...past })).toFail('ScheduleTimeInvalid')
  const settings = ok(await owner.call(sending.getSettings, undefined)).data
  ok(await owner.call(sending.saveSettings, { ...settings, segmentsPerDay: 1 }))
  // The other one on the next day, when it is morning in California.
  expect((await preflight(owner, draft)).finishesOnUtc).toBe(inLosAngeles('2038-07-10T08:00:00.084'))
})

test('the first people of a large audience stand for the others, whose number is counted as long as that is quick', async () => {
  const { owner, tenantId, locationIds } = await instance.createTenant()
  const many = GROUP_PREVIEW_MAX + 100
  await instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), '', '+1646' || (7000000 + i), 'US', $2, 'sms', now() from generate_series(1, $3) i`,
    [tenantId, locationIds[0], many],
  )
  const draft = await save(owner, {})
  expect(await preflight(owner, draft)).toMatchObject({ recipients: many, isEstimate: true, isPartial: false })
  await instance.server.services.inTenant({ tenantId }, async (tx) => {
    const viewer = await findPerson(tx, owner.auth.userId)
    if (!viewer) throw new Error('The owner is missing.')
    const audience = { audience: draft.audience, locationId: null }
    expect(await countAudience(tx, viewer, audience, 1)).toBeNull()
    expect(await countAudience(tx, viewer, audience, 20_000)).toBe(many)
    expect(await countUpTo(tx, viewer, audience, 100_000)).toBe(many)
    // An audience that takes too long to count may need an approval.
    expect(await countUpTo(tx, viewer, audience, 100_000, 1)).toBe(100_000)
    const { rows } = await sql`show statement_timeout`.execute(tx)
    expect(rows).toEqual([{ statementTimeout: '0' }])
  })
})

test('an approval is foreseen by the count that decides it, which includes people who would not get the campaign', async () => {
  goTo(inNewYork('2038-08-09T12:00'))
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addContact(tenant, 'Al')
  const bob = await addContact(tenant, 'Bob')
  const optOut = { kind: 'opt-out', purpose: 'marketing', source: 'in-person' } as const
  ok(await owner.call(contract.consent.record, { contactId: bob.id, ...optOut }))
  const draft = await save(owner, {})
  const foreseen = async () => ok(await owner.call(campaigns.getApprovalLimit, { id: draft.id })).data.approvalAbove
  expect(await preflight(owner, draft)).toMatchObject({ recipients: 1 })
  expect(await foreseen()).toBeNull()
  ok(await owner.call(sending.saveSettings, { approvalAbove: 2 }))
  expect(await foreseen()).toBeNull()
  ok(await owner.call(sending.saveSettings, { approvalAbove: 1 }))
  expect(await foreseen()).toBe(1)
  const started = ok(await owner.call(campaigns.start, { id: draft.id, version: draft.version })).data
  expect(started).toMatchObject({ status: 'needs-approval' })
})

test('a campaign of another location is not found', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const draft = await save(tenant.owner, { locationID: tenant.locationIds[1] })
  const member = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[0] ?? ''] })
  for (const call of [campaigns.preflight, campaigns.getApprovalLimit])
    expect(await member.call(call, { id: draft.id })).toFail('CampaignNotFound')
})
