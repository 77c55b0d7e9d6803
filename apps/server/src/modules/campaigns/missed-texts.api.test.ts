import { type Campaign, contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { ok } from '../../testing/client.ts'
import { addContact, arrivedTexts, passRunning } from '../../testing/groups.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import { startTestInstance, type Tenant, type TestInstance, type TestUser } from '../../testing/test-instance.ts'
import { lockGroupMessage, sendBatch } from '../group-messages/index.ts'

const { audit, campaigns, contacts, groupMessages, sending } = contract

let instance: TestInstance
const clock = createNoonClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

async function run() {
  await instance.idle()
  for (let n = 0; n < 2; n++) await instance.runDelayedJobs('send-group-message', { mayHaveRun: true })
  await instance.idle()
}

const HOUR_MS = 3_600_000
/** Hours in which the server runs. */
const passHours = (hours: number) => passRunning(instance, clock, hours * HOUR_MS, run)
/** Hours in which no job runs. */
async function outage(hours: number) {
  clock.advance(hours * HOUR_MS)
  await run()
}

async function send({ owner }: Tenant, values: object, when: object = {}): Promise<Campaign> {
  const draft = ok(
    await owner.call(campaigns.save, { name: 'Spring offer', text: 'First', audience: { criteria: {} }, ...values }),
  ).data
  const campaign = ok(await owner.call(campaigns.start, { id: draft.id, version: draft.version, ...when })).data
  await run()
  return campaign
}

const read = async (user: TestUser, { id }: Pick<Campaign, 'id'>) => ok(await user.call(campaigns.get, { id })).data
const decide = (user: TestUser, { id }: Pick<Campaign, 'id'>, action: 'send' | 'skip') =>
  user.call(campaigns.decideMissed, { id, action })

async function aBusiness(noon: string) {
  clock.goTo(noon)
  const tenant = await instance.createTenant()
  const people = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Ben')]
  const texts = async () => (await Promise.all(people.map((person) => arrivedTexts(tenant, person)))).flat()
  return { tenant, texts }
}

const FOLLOW_UP = { followUps: [{ afterHours: 24, text: 'Second' }] }

test('follow-ups that missed their time wait for a decision, and are sent once', async () => {
  const { tenant, texts } = await aBusiness('2038-06-10T10:00')
  const { owner } = tenant
  const campaign = await send(tenant, FOLLOW_UP)
  expect(await decide(owner, campaign, 'send')).toFail('CampaignStatusWrong')
  const screen = await connectLive(instance.url, owner.auth)
  await outage(26)
  await screen.waitFor('group-message.changed')
  screen.close()
  expect(await read(owner, campaign)).toMatchObject({ status: 'running', problem: 'late', missed: 2 })
  const steps = ok(await owner.call(campaigns.getSteps, { id: campaign.id })).data.steps
  expect(steps[1]).toMatchObject({
    state: 'running',
    stats: { heldUntil: null, reasons: [{ outcome: 'held', reason: 'missed', count: 2 }] },
  })
  // They keep waiting, also through another outage.
  await outage(2)
  expect(await texts()).toEqual(['First', 'First'])

  const decided = ok(await decide(owner, campaign, 'send')).data
  expect(decided).toMatchObject({ problem: null, missed: 0 })
  expect(await decide(owner, campaign, 'skip')).toFail('CampaignStatusWrong')
  await run()
  expect((await texts()).toSorted()).toEqual(['First', 'First', 'Second', 'Second'])
  expect(await read(owner, campaign)).toMatchObject({ status: 'done', problem: null })
  const { entries } = ok(await owner.call(audit.getList, { actions: ['group-message.missed-sent'] })).data
  expect(entries).toMatchObject([{ subject: 'Spring offer' }])
})

test('texts that missed their time can be skipped, with a reason, while the others are sent at theirs', async () => {
  clock.goTo('2038-06-11T06:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const east = await addContact(tenant, 'East')
  const west = await addContact(tenant, 'West', { phone: '+14155550142' })
  const campaign = await send(tenant, {}, { localTime: '2038-06-11T10:00' })
  clock.goTo('2038-06-11T08:30')
  await instance.runDelayedJobs('start-scheduled-campaign')
  await run()
  clock.goTo('2038-06-11T12:00')
  await run()
  expect(await read(owner, campaign)).toMatchObject({ status: 'running', problem: 'late', missed: 1 })
  await passHours(1)
  expect(await arrivedTexts(tenant, west)).toEqual(['First'])
  ok(await decide(owner, campaign, 'skip'))
  await run()
  expect(await arrivedTexts(tenant, east)).toEqual([])
  expect(await read(owner, campaign)).toMatchObject({ status: 'done', problem: null })
  const { recipients } = ok(await owner.call(groupMessages.getRecipients, { id: campaign.id, outcome: 'skipped' })).data
  expect(recipients).toMatchObject([{ contact: { name: 'East' }, reason: 'missed' }])
})

test('texts spread over hours wait if the server dies before all recipients have their time, and after a kill', async () => {
  const { tenant, texts } = await aBusiness('2038-06-14T10:00')
  const campaign = await send(tenant, {}, { spreadMinutes: 15 })
  const { owner } = instance.server.database
  const reset = `update group_recipients set state = 'pending', reason = null, held_until = null where group_message_id = $1`
  await owner.query(reset, [campaign.id])
  clock.advance(5 * HOUR_MS)
  const killed = new Error('Killed.')
  const batch = instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const row = await lockGroupMessage(tx, campaign.id)
    if (row) await sendBatch(instance.server.services, tx, row)
    throw killed
  })
  await expect(batch).rejects.toBe(killed)
  await run()
  expect(await texts()).toEqual([])
  expect(await read(tenant.owner, campaign)).toMatchObject({ problem: 'late', missed: 2 })
  ok(await decide(tenant.owner, campaign, 'send'))
  await run()
  expect(await texts()).toEqual(['First', 'First'])
})

test('texts that are late because of a limit, quiet hours or a pause are sent without asking', async () => {
  const { tenant, texts } = await aBusiness('2038-06-15T20:00')
  const { owner } = tenant
  ok(await owner.call(sending.saveSettings, { segmentsPerDay: 2 }))
  const campaign = await send(tenant, { followUps: [{ afterHours: 3, text: 'Second' }] })
  // Follow-ups are due at 23:00, at midnight Pacific Time the limit starts over, and at 8:00 the quiet hours end.
  await passHours(3)
  for (let n = 0; n < 11; n++) await passHours(1)
  expect((await texts()).toSorted()).toEqual(['First', 'First', 'Second', 'Second'])
  expect(await read(owner, campaign)).toMatchObject({ problem: null, missed: 0 })

  ok(await owner.call(sending.saveSettings, { segmentsPerDay: null }))
  const paused = await send(tenant, { ...FOLLOW_UP, text: 'Third' })
  await passHours(14)
  ok(await owner.call(campaigns.pause, { id: paused.id }))
  await outage(36)
  ok(await owner.call(campaigns.resume, { id: paused.id }))
  await run()
  expect(await read(owner, paused)).toMatchObject({ problem: null })
  expect(await texts()).toHaveLength(8)
})

test('who may not send campaigns, or does not see everyone who waits, cannot decide', async () => {
  const { tenant } = await aBusiness('2038-06-21T10:00')
  const { owner } = tenant
  const campaign = await send(tenant, FOLLOW_UP)
  await outage(25)
  const member = await tenant.createUser('TeamMember')
  ok(
    await owner.call(contract.team.setRolePermission, {
      ...{ role: 'TeamMember', permission: 'campaigns_send_bulk_messages', isGranted: false },
    }),
  )
  expect(await decide(member, campaign, 'send')).toFail('Forbidden')
  const elsewhere = await tenant.createUser('Manager', { locationIds: [] })
  expect(await decide(elsewhere, campaign, 'send')).toFail('Forbidden')
  expect(await read(owner, campaign)).toMatchObject({ problem: 'late', missed: 2 })
})

test('stopping ends the question; resuming after it sends the texts to everyone who is left', async () => {
  const { tenant, texts } = await aBusiness('2038-06-24T10:00')
  const { owner } = tenant
  const campaign = await send(tenant, FOLLOW_UP)
  await outage(25)
  expect(ok(await owner.call(campaigns.stop, { id: campaign.id })).data).toMatchObject({
    ...{ status: 'stopped', problem: null, missed: 0 },
  })
  await run()
  expect(await decide(owner, campaign, 'send')).toFail('CampaignStatusWrong')
  ok(await owner.call(campaigns.resume, { id: campaign.id }))
  await run()
  expect((await texts()).toSorted()).toEqual(['First', 'First', 'Second', 'Second'])
  expect(await read(owner, campaign)).toMatchObject({ status: 'done', problem: null })
})

test('a contact who is deleted while their text waits for a decision gets none', async () => {
  const { tenant, texts } = await aBusiness('2038-06-28T10:00')
  const { owner } = tenant
  const campaign = await send(tenant, FOLLOW_UP)
  await outage(25)
  const { recipients } = ok(
    await owner.call(groupMessages.getRecipients, {
      id: ok(await owner.call(campaigns.getSteps, { id: campaign.id })).data.steps[1]?.id ?? '',
    }),
  ).data
  expect(recipients).toMatchObject([{ reason: 'missed', heldUntil: null }, { reason: 'missed' }])
  ok(await owner.call(contacts.remove, { id: recipients[0]?.contactID ?? '' }))
  ok(await decide(owner, campaign, 'send'))
  await run()
  expect((await texts()).filter((text) => text === 'Second')).toHaveLength(1)
  expect(await read(owner, campaign)).toMatchObject({ status: 'done' })
})

test('texts wait again if the server is down between the decision and their job', async () => {
  const { tenant, texts } = await aBusiness('2038-06-30T10:00')
  const { owner } = tenant
  const campaign = await send(tenant, FOLLOW_UP)
  await outage(26)
  // As decided, but no job has run.
  await instance.server.database.owner.query(
    `update group_messages set missed_action = 'send', heartbeat_at = $2 where campaign_id = $1 and missed_at is not null`,
    [campaign.id, clock.now()],
  )
  clock.advance(HOUR_MS)
  const { services } = instance.server
  const followUpId = ok(await owner.call(campaigns.getSteps, { id: campaign.id })).data.steps[1]?.id ?? ''
  for (let n = 0; n < 5; n++)
    await services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
      const row = await lockGroupMessage(tx, followUpId)
      if (row) await sendBatch(services, tx, row)
    })
  expect(await read(owner, campaign)).toMatchObject({ status: 'running', problem: 'late', missed: 2 })
  expect(await texts()).toEqual(['First', 'First'])

  ok(await decide(owner, campaign, 'send'))
  await run()
  expect((await texts()).toSorted()).toEqual(['First', 'First', 'Second', 'Second'])
  expect(await read(owner, campaign)).toMatchObject({ status: 'done', problem: null, missed: 0 })
})

test('the list finds campaigns with texts that wait for a decision among those that need attention', async () => {
  const { tenant } = await aBusiness('2038-07-07T10:00')
  const { owner } = tenant
  const campaign = await send(tenant, FOLLOW_UP)
  const listed = async (...statuses: Campaign['status'][]) =>
    ok(await owner.call(campaigns.getList, { statuses })).data.campaigns.map(({ id }) => id)
  expect(await listed('needs-attention')).toEqual([])
  await outage(26)
  expect(await listed('needs-attention')).toEqual([campaign.id])
  expect(await listed('needs-attention', 'running')).toEqual([campaign.id])
  expect(await listed('running')).toEqual([campaign.id])
  expect(await listed('draft', 'done')).toEqual([])
  ok(await decide(owner, campaign, 'skip'))
  expect(await listed('needs-attention')).toEqual([])
})

test('of those left by a daily limit, only as many missed their time as it allowed in the outage', async () => {
  clock.goTo('2038-07-12T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  ok(await owner.call(sending.saveSettings, { segmentsPerDay: 2 }))
  for (const name of ['Ann', 'Ben', 'Cy', 'Dee', 'Eve']) await addContact(tenant, name)
  const campaign = await send(tenant, {})
  // At midnight Pacific Time the limit starts over, and in the morning the quiet hours end.
  await outage(24)
  expect(await read(owner, campaign)).toMatchObject({
    ...{ status: 'running', problem: 'late', missed: 2 },
    stats: { outcomes: { delivered: 3, held: 2 } },
  })
  ok(await decide(owner, campaign, 'skip'))
  await passHours(24)
  expect(await read(owner, campaign)).toMatchObject({
    status: 'done',
    stats: { outcomes: { delivered: 3, skipped: 2 } },
  })
})

test('an outage at night delays no one; one that lasts beyond the quiet hours asks about those held until their end', async () => {
  clock.goTo('2038-07-15T20:30')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  ok(await owner.call(sending.saveSettings, { segmentsPerDay: 1 }))
  const people = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Ben'), await addContact(tenant, 'Cy')]
  const campaign = await send(tenant, {})
  // Midnight Pacific Time, at which the limit starts over, is at three.
  await outage(9)
  expect(await read(owner, campaign)).toMatchObject({
    ...{ problem: null, missed: 0 },
    stats: { outcomes: { delivered: 1, held: 2 }, reasons: [{ reason: 'quiet-hours', count: 2 }] },
  })
  ok(await owner.call(sending.saveSettings, { segmentsPerDay: null }))
  await outage(6)
  expect(await read(owner, campaign)).toMatchObject({ problem: 'late', missed: 2 })
  ok(await decide(owner, campaign, 'send'))
  await run()
  for (const person of people) expect(await arrivedTexts(tenant, person)).toEqual(['First'])
})

test('deciding about a paused campaign does not resume it', async () => {
  const { tenant, texts } = await aBusiness('2038-07-19T10:00')
  const { owner } = tenant
  for (const [action, followUps] of [
    ['send', 2],
    ['skip', 0],
  ] as const) {
    const text = `To ${action}`
    const campaign = await send(tenant, { ...FOLLOW_UP, text: `First ${text}`, followUps: [{ afterHours: 24, text }] })
    await outage(25)
    ok(await owner.call(campaigns.pause, { id: campaign.id }))
    const decided = ok(await decide(owner, campaign, action)).data
    expect(decided).toMatchObject({ status: 'paused', problem: null, missed: 0 })
    await run()
    const [, second] = ok(await owner.call(campaigns.getSteps, { id: campaign.id })).data.steps
    expect(second?.stats.outcomes).toMatchObject(action === 'skip' ? { skipped: 2, held: 0 } : { skipped: 0, held: 2 })
    expect(await texts()).not.toContain(text)
    ok(await owner.call(campaigns.resume, { id: campaign.id }))
    await run()
    expect((await texts()).filter((body) => body === text)).toHaveLength(followUps)
    expect(await read(owner, campaign)).toMatchObject({ status: 'done', problem: null })
  }
})

test('texts that a teammate chose to skip stay skipped if the campaign is stopped and resumed before their job runs', async () => {
  const { tenant, texts } = await aBusiness('2038-07-26T10:00')
  const { owner } = tenant
  for (const isCancelled of [true, false]) {
    const text = isCancelled ? 'Second' : 'Another second'
    const campaign = await send(tenant, { text: `First, ${text}`, followUps: [{ afterHours: 24, text }] })
    await outage(25)
    // As decided, but no job has run.
    await instance.server.database.owner.query(
      `update group_messages set missed_action = 'skip' where campaign_id = $1 and missed_at is not null`,
      [campaign.id],
    )
    ok(await owner.call(campaigns.stop, { id: campaign.id }))
    if (isCancelled) await run()
    ok(await owner.call(campaigns.resume, { id: campaign.id }))
    await run()
    expect(await texts()).not.toContain(text)
    const [, second] = ok(await owner.call(campaigns.getSteps, { id: campaign.id })).data.steps
    expect(second?.stats).toMatchObject({
      outcomes: { skipped: 2 },
      reasons: [{ outcome: 'skipped', reason: 'missed' }],
    })
    expect(await read(owner, campaign)).toMatchObject({ status: 'done' })
  }
})
