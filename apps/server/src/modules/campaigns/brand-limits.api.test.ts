import { type Campaign, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { startWithCarrierFaults } from '../../testing/carrier-faults.ts'
import { ok } from '../../testing/client.ts'
import { addContact, addContacts, arrivedTexts, passRunning } from '../../testing/groups.ts'
import { newPhone, type Tenant } from '../../testing/test-instance.ts'
import { readBrandLimitsSpec } from '../phone-numbers/index.ts'

const { campaigns, groupMessages, messageOrigins, messages, phoneNumbers } = contract

const { instance, clock } = await startWithCarrierFaults('2039-06-09T12:00')

const query = (text: string, values: unknown[]) => instance.server.database.owner.query(text, values)

/** All numbers of the business belong to one brand. */
const limitBrand = ({ tenantId }: Tenant, segmentsPerDay: number) =>
  query(`update phone_numbers set brand_id = 'BN1', brand_segments_per_day = $2 where tenant_id = $1`, [
    tenantId,
    segmentsPerDay,
  ])

/** Stores the network that a lookup of the number returned. */
const setNetwork = ({ tenantId }: Tenant, phone: string, network: string) =>
  query(
    `insert into number_lookups (tenant_id, phone_number, is_valid, country_code, line_type, network, looked_up_at)
     values ($1, $2, true, 'US', 'mobile', $3, $4)`,
    [tenantId, phone, network, clock.now()],
  )

const save = async ({ owner }: Tenant, values: object = {}): Promise<Campaign> =>
  ok(await owner.call(campaigns.save, { name: 'Sale', text: 'Come in', audience: { criteria: {} }, ...values })).data

async function start(tenant: Tenant, values: object = {}) {
  const { id, version } = await save(tenant, values)
  const campaign = ok(await tenant.owner.call(campaigns.start, { id, version })).data
  await run()
  return campaign
}

async function run() {
  await instance.idle()
  await instance.runDelayedJobs('send-group-message', { mayHaveRun: true })
}

const statsOf = async ({ owner }: Tenant, { id }: Pick<Campaign, 'id'>) =>
  ok(await owner.call(campaigns.get, { id })).data.stats

const inNewYork = (time: string) => Temporal.ZonedDateTime.from(`${time}[America/New_York]`)
const goTo = (time: string) => clock.goTo(inNewYork(time))
/** Until a time at which the server still runs. */
const passTo = (time: string) =>
  passRunning(instance, clock, inNewYork(time).epochMilliseconds - Date.parse(clock.now()), run)

test('texts over the daily limit of a brand, across all its numbers, wait for the carriers’ next day', async () => {
  goTo('2039-06-15T12:00')
  const tenant = await instance.createTenant({ locations: 2 })
  await limitBrand(tenant, 5)
  const people = await addContacts(tenant, 12)
  // Texts of teammates count too.
  const conversation = await tenant.textFrom(newPhone(), 'Hi')
  const reply = { conversationSid: conversation.sid, text: 'Hello', clientMessageId: crypto.randomUUID() }
  ok(await tenant.owner.call(messages.send, reply))
  await instance.idle()
  const campaign = await start(tenant, { audience: { criteria: {}, excludesOpenConversations: true } })
  const tomorrow = '2039-06-16T07:00:00.000Z'
  expect(await statsOf(tenant, campaign)).toMatchObject({
    outcomes: { delivered: 4, held: 8, pending: 0 },
    reasons: [{ outcome: 'held', reason: 'brand-limit', count: 8 }],
    heldUntil: tomorrow,
  })
  // Another campaign of the day gets nothing.
  const second = await start(tenant, { text: 'Again', audience: { criteria: {}, excludesOpenConversations: true } })
  expect((await statsOf(tenant, second))?.outcomes).toMatchObject({ delivered: 0, held: 12 })
  ok(await tenant.owner.call(campaigns.stop, { id: second.id }))

  // At midnight in Los Angeles it is night for the recipients too.
  await passTo('2039-06-16T03:00')
  expect(await statsOf(tenant, campaign)).toMatchObject({
    outcomes: { delivered: 4, held: 8 },
    reasons: [{ outcome: 'held', reason: 'quiet-hours', count: 8 }],
  })
  await passTo('2039-06-16T12:00')
  expect((await statsOf(tenant, campaign))?.outcomes).toMatchObject({ delivered: 9, held: 3 })
  await passTo('2039-06-17T12:00')
  expect((await statsOf(tenant, campaign))?.outcomes).toMatchObject({ delivered: 12, held: 0 })
  for (const person of people) expect(await arrivedTexts(tenant, person)).toEqual(['Come in'])
})

test('segments to other networks do not count, those to unknown networks do', async () => {
  goTo('2039-06-20T12:00')
  const tenant = await instance.createTenant()
  await limitBrand(tenant, 4)
  const [ann, bob, cleo, dan] = await Promise.all(['Ann', 'Bob', 'Cleo', 'Dan'].map((name) => addContact(tenant, name)))
  if (!ann || !bob || !cleo || !dan) throw new Error('No contacts')
  await setNetwork(tenant, ann.phone, 'AT&T Wireless')
  await setNetwork(tenant, bob.phone, 'Verizon Wireless')
  await setNetwork(tenant, cleo.phone, 'T-Mobile USA, Inc.')
  const campaign = await start(tenant, { text: 'x'.repeat(400) })
  const { recipients } = ok(await tenant.owner.call(groupMessages.getRecipients, { id: campaign.id })).data
  const outcomes = new Map(recipients.map(({ contact, outcome, reason }) => [contact?.name, reason ?? outcome]))
  expect([outcomes.get('Ann'), outcomes.get('Bob')]).toEqual(['delivered', 'delivered'])
  expect([outcomes.get('Cleo'), outcomes.get('Dan')].toSorted()).toEqual(['brand-limit', 'delivered'])

  // Skips the night, for which it would be held again, as if the server ran late.
  goTo('2039-06-21T12:00')
  await query('update group_messages set heartbeat_at = $1 where tenant_id = $2', [clock.now(), tenant.tenantId])
  await run()
  await run()
  const late = outcomes.get('Cleo') === 'brand-limit' ? cleo : dan
  const conversation = await tenant.conversationWith(late.phone)
  if (!conversation) throw new Error('No conversation')
  const [text] = await tenant.messagesOf(conversation)
  const origin = ok(await tenant.owner.call(messageOrigins.get, { sid: text?.sid ?? '' })).data
  expect(origin.gate.held).toMatchObject({ reason: 'brand-limit' })
})

test('once T-Mobile refuses a text, the others wait for the next day, whatever was counted', async () => {
  goTo('2039-06-22T12:00')
  const tenant = await instance.createTenant()
  await limitBrand(tenant, 1000)
  const ann = await addContact(tenant, 'Ann')
  await instance.addFault({ kind: 'fail-send', code: 30023, phone: ann.phone, times: 1 })
  const first = await start(tenant)
  expect((await statsOf(tenant, first))?.reasons).toEqual([{ outcome: 'failed', reason: 'brand-limit', count: 1 }])
  await addContacts(tenant, 2)
  const second = await start(tenant, { text: 'Again' })
  expect((await statsOf(tenant, second))?.reasons).toEqual([{ outcome: 'held', reason: 'brand-limit', count: 3 }])
  await passTo('2039-06-23T12:00')
  expect((await statsOf(tenant, second))?.outcomes).toMatchObject({ delivered: 3, held: 0 })
})

test('two brands refused at once both wait for the next day', async () => {
  goTo('2039-06-26T12:00')
  const tenant = await instance.createTenant({ locations: 2 })
  await limitBrand(tenant, 1000)
  await query(`update phone_numbers set brand_id = 'BN2' where phone_number = $1`, [tenant.numbers[1]])
  const people = await Promise.all(
    ['Ann', 'Bob'].map((name, index) => addContact(tenant, name, { locationID: tenant.locationIds[index] ?? '' })),
  )
  for (const { phone } of people) await instance.addFault({ kind: 'fail-send', code: 30023, phone, times: 1 })
  const first = await save(tenant)
  // The dispatcher reads below the oldest open transaction, so it reads both refusals at once.
  const client = await instance.server.database.owner.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  ok(await tenant.owner.call(campaigns.start, { id: first.id, version: first.version }))
  await expect
    .poll(async () => (await statsOf(tenant, first))?.reasons, { timeout: 20_000 })
    .toEqual([{ outcome: 'failed', reason: 'brand-limit', count: 2 }])
  await client.query('rollback')
  client.release()
  await run()
  const second = await start(tenant, { text: 'Again' })
  expect((await statsOf(tenant, second))?.reasons).toEqual([{ outcome: 'held', reason: 'brand-limit', count: 2 }])
})

test('pre-flight accounts for the daily limit of the brand, which is read from the carrier', async () => {
  goTo('2039-06-24T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addContacts(tenant, 3)
  const draft = await save(tenant)
  const preflight = async () => ok(await owner.call(campaigns.preflight, { id: draft.id })).data
  expect(await preflight()).toMatchObject({ brandLimit: null, finishesOnUtc: expect.stringMatching(/^2039-06-24/) })
  await fetch(`${instance.url}/sandbox/api/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber: tenant.numbers[0] }),
  })
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    enqueue(tx, readBrandLimitsSpec(tenant.tenantId)),
  )
  await instance.idle()
  const stored = () =>
    query('select brand_id, brand_segments_per_day as limit from phone_numbers where tenant_id = $1', [tenant.tenantId])
  expect((await stored()).rows).toEqual([{ brand_id: expect.stringMatching(/^BN/), limit: 2000 }])
  // Reading the registrations updates them too.
  await limitBrand(tenant, 2)
  expect(await preflight()).toMatchObject({ brandLimit: 2, finishesOnUtc: expect.stringMatching(/^2039-06-25/) })
  ok(await owner.call(phoneNumbers.getRegistrations, undefined))
  expect((await stored()).rows).toEqual([{ brand_id: expect.stringMatching(/^BN/), limit: 2000 }])
  expect(await preflight()).toMatchObject({ brandLimit: null })
})
