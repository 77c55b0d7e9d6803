import { type Campaign, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { readCampaign, reasonsOfRecipients, startCampaign } from '../../testing/campaigns.ts'
import { aClosedHost, startWithCarrierFaults } from '../../testing/carrier-faults.ts'
import { ok } from '../../testing/client.ts'
import { addContact, addContacts, arrivedTexts, passRunning } from '../../testing/groups.ts'
import type { Tenant } from '../../testing/test-instance.ts'

const { campaigns, messages, undelivered } = contract

const { instance, clock, carrier, goToNextNoon } = await startWithCarrierFaults('2039-06-09T12:00')

const JOBS = ['send-group-message', 'send-bulk-messages', 'send-queued-messages', 'send-group-message']
async function run() {
  await instance.idle()
  for (const job of JOBS) await instance.runDelayedJobs(job, { mayHaveRun: true })
}

const HOUR_MS = 3_600_000
const passHours = (hours: number) => passRunning(instance, clock, hours * HOUR_MS, run)

const start = ({ owner }: Tenant, values: object, when: object = {}) => startCampaign(owner, values, when)
const read = ({ owner }: Tenant, campaign: Pick<Campaign, 'id'>) => readCampaign(owner, campaign)
const outcomesOf = async (tenant: Tenant, campaign: Campaign) => (await read(tenant, campaign)).stats?.outcomes
const reasonsOf = ({ owner }: Tenant, campaign: Campaign) => reasonsOfRecipients(owner, campaign)

test('after an outage, texts that wait for the carrier and recipients without one wait for a decision', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const people = await addContacts(tenant, 70)
  const texts = async () => (await Promise.all(people.map((person) => arrivedTexts(tenant, person)))).flat()
  carrier.url = aClosedHost()
  const campaign = await start(tenant, {})
  await instance.idle()
  // Not all of them are written while the carrier takes none.
  const { sent = 0, pending = 0 } = (await outcomesOf(tenant, campaign)) ?? {}
  expect([sent > 0, pending > 0, sent + pending]).toEqual([true, true, 70])
  // A restart, and hours in which the server runs without the carrier.
  clock.advance(10 * 60_000)
  await run()
  await passHours(2)
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ held: 0, skipped: 0, failed: 0 })
  clock.advance(2 * HOUR_MS)
  carrier.url = null
  // Whichever comes first, the hand-over or the job of the campaign.
  await instance.runDelayedJobs('send-bulk-messages', { mayHaveRun: true })
  await run()
  expect(await read(tenant, campaign)).toMatchObject({
    ...{ status: 'running', problem: 'late', missed: 70 },
    stats: { outcomes: { held: 70, sent: 0, pending: 0, failed: 0 }, reasons: [{ reason: 'missed', count: 70 }] },
  })
  expect(await texts()).toEqual([])
  expect(ok(await owner.call(undelivered.getCount, {})).data.count).toBe(0)
  ok(await owner.call(campaigns.decideMissed, { id: campaign.id, action: 'send' }))
  for (let n = 0; n < 4; n++) await run()
  expect(await read(tenant, campaign)).toMatchObject({ status: 'done', stats: { outcomes: { delivered: 70 } } })
  expect(await texts()).toEqual(people.map(() => 'First'))
})

test('texts that wait while the carrier is down are sent without asking, also if others of their campaign come later', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const [ann] = await addContacts(tenant, 1)
  // In the evening further west.
  await addContact(tenant, 'Honolulu', { phone: '+18085550143' })
  clock.advance(20 * HOUR_MS)
  carrier.url = aClosedHost()
  const campaign = await start(tenant, {})
  await instance.idle()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ sent: 1, held: 1 })
  await passHours(3)
  carrier.url = null
  await run()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ delivered: 1, held: 1 })
  expect(await arrivedTexts(tenant, ann ?? { phone: '' })).toEqual(['First'])
  expect(await read(tenant, campaign)).toMatchObject({ problem: null, missed: 0 })
})

test('texts that wait for the carrier ask after an outage, also if others of their campaign are not due before its end', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  await addContacts(tenant, 1)
  await addContact(tenant, 'Honolulu', { phone: '+18085550144' })
  clock.advance(20 * HOUR_MS)
  carrier.url = aClosedHost()
  const campaign = await start(tenant, {})
  await instance.idle()
  clock.advance(3 * HOUR_MS)
  carrier.url = null
  await run()
  expect(await reasonsOf(tenant, campaign)).toEqual({ 'Person 0': 'missed', Honolulu: 'quiet-hours' })
  expect(await read(tenant, campaign)).toMatchObject({ problem: 'late', missed: 1 })
})

test('a failed text that a teammate retries after an outage is sent without asking', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const [person = { phone: '' }, other = { phone: '' }] = await addContacts(tenant, 2)
  await instance.addFault({ kind: 'fail-send', code: 30003, times: 1, phone: person.phone })
  await instance.addFault({ kind: 'fail-send', code: 500, times: 1, phone: other.phone })
  const campaign = await start(tenant, {})
  await run()
  clock.advance(2 * HOUR_MS)
  for (const job of ['settle-delivery', ...JOBS]) await instance.runDelayedJobs(job, { mayHaveRun: true })
  expect(await read(tenant, campaign)).toMatchObject({ status: 'running', problem: 'late', missed: 1 })
  const { sid } = (await tenant.conversationWith(person.phone)) ?? { sid: '' }
  const [text] = await tenant.messagesOf({ sid })
  expect(text).toMatchObject({ deliveryError: { canRetry: true } })
  ok(await tenant.owner.call(messages.retry, { sid: text?.sid ?? '' }))
  for (let n = 0; n < 2; n++) await run()
  expect(await arrivedTexts(tenant, person)).toEqual(['First'])
  expect(await read(tenant, campaign)).toMatchObject({ status: 'running', problem: 'late', missed: 1 })
})

test('a text that the carrier had refused with an error when the server died asks, whichever job runs first afterwards', async () => {
  for (const jobs of [
    ['send-group-message', 'settle-delivery', ...JOBS],
    ['settle-delivery', ...JOBS],
  ]) {
    goToNextNoon()
    const tenant = await instance.createTenant()
    const [person = { phone: '' }, other = { phone: '' }] = await addContacts(tenant, 2)
    await instance.addFault({ kind: 'fail-send', code: 500, times: 1, phone: person.phone })
    const campaign = await start(tenant, {})
    await run()
    expect(await arrivedTexts(tenant, other)).toEqual(['First'])
    expect(await read(tenant, campaign)).toMatchObject({ status: 'running', missed: 0 })
    clock.advance(2 * HOUR_MS)
    for (const job of jobs) await instance.runDelayedJobs(job, { mayHaveRun: true })
    expect(await arrivedTexts(tenant, person)).toEqual([])
    expect(await read(tenant, campaign)).toMatchObject({ status: 'running', problem: 'late', missed: 1 })
    ok(await tenant.owner.call(campaigns.decideMissed, { id: campaign.id, action: 'send' }))
    for (let n = 0; n < 2; n++) await run()
    expect(await arrivedTexts(tenant, person)).toEqual(['First'])
    expect(await read(tenant, campaign)).toMatchObject({ status: 'done', problem: null, missed: 0 })
  }
})
