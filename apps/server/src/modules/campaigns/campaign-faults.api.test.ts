import { setTimeout as pause } from 'node:timers/promises'
import { type Campaign, contract } from '@frontdesk/contract/api'
import { GROUP_BATCH } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { readCampaign, reasonsOfRecipients, startCampaign, stepsOfCampaign } from '../../testing/campaigns.ts'
import { aClosedHost, startWithCarrierFaults } from '../../testing/carrier-faults.ts'
import { ok } from '../../testing/client.ts'
import { cutConnections, idleAfterCut } from '../../testing/cut-connections.ts'
import { addContact, addContacts, arrivedTexts, passRunning } from '../../testing/groups.ts'
import { newPhone, type Tenant } from '../../testing/test-instance.ts'
import { eraseTenant } from '../account-deletion/delete-account.job.ts'
import { findPerson } from '../accounts/index.ts'
import { lockGroupMessage, resumeCampaignMessages, sendBatch } from '../group-messages/index.ts'

const { campaigns, contactSegments, contacts, groupMessages, messages, undelivered } = contract

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
const stepsOf = ({ owner }: Tenant, campaign: Campaign) => stepsOfCampaign(owner, campaign)

test('connections cut midway, a failing carrier, and doubled and shuffled reports: everyone gets it once', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const [number = ''] = tenant.numbers
  const people = await addContacts(tenant, 26)
  const phoneOf = (index: number) => ({ phone: people[index]?.phone ?? '' })
  const faults = [
    { kind: 'duplicate', target: 'status', number },
    { kind: 'reorder', target: 'status', number, ms: 20 },
    { kind: 'fail-send', code: 429, times: 2, ...phoneOf(3) },
    { kind: 'fail-send', code: 503, times: 1, ...phoneOf(11) },
    { kind: 'fail-send', code: 500, times: 1, ...phoneOf(17) },
    { kind: 'answer-lost', ms: 20, times: 1, ...phoneOf(23) },
  ] as const
  for (const fault of faults) await instance.addFault(fault)
  const campaign = await start(tenant, { variants: ['Other'] })
  for (let cuts = 0; cuts < 3; cuts++) {
    await pause(40)
    await cutConnections(instance)
  }
  await idleAfterCut(instance)
  await run()
  // Later attempts of what the carrier refused, and questions about what it never answered.
  clock.advance(2 * 60_000)
  for (const job of ['settle-delivery', ...JOBS, 'settle-delivery', ...JOBS])
    await instance.runDelayedJobs(job, { mayHaveRun: true })
  const { status, stats } = await read(tenant, campaign)
  expect({ status, ...stats?.outcomes }).toMatchObject({ status: 'done', delivered: 26, failed: 0, sent: 0 })
  for (const contact of people) expect(await arrivedTexts(tenant, contact)).toHaveLength(1)
  await fetch(`${instance.url}/sandbox/api/faults`, { method: 'DELETE' })
})

test('an opt-out between the writing of a text and its hand-over keeps the text back', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const [leaving, staying] = await addContacts(tenant, 2)
  if (!leaving || !staying) throw new Error('Too few contacts.')
  carrier.url = aClosedHost()
  const campaign = await start(tenant, {})
  await instance.idle()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ sent: 2 })
  await tenant.textFrom(leaving.phone, 'STOP')
  carrier.url = null
  await run()
  expect(await reasonsOf(tenant, campaign)).toEqual({ 'Person 0': 'opted-out', 'Person 1': 'delivered' })
  const texts = await arrivedTexts(tenant, leaving)
  expect(texts).not.toContain('First')
  expect(await arrivedTexts(tenant, staying)).toEqual(['First'])
})

test('a text whose quiet hours begin before its hand-over waits until they end', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const [person] = await addContacts(tenant, 1)
  carrier.url = aClosedHost()
  const campaign = await start(tenant, {})
  await instance.idle()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ sent: 1 })
  // The carrier is back at night.
  await passHours(12)
  carrier.url = null
  await run()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ held: 1, sent: 0, failed: 0 })
  expect(await reasonsOf(tenant, campaign)).toEqual({ 'Person 0': 'quiet-hours' })
  expect(await arrivedTexts(tenant, person ?? { phone: '' })).toEqual([])
  await passHours(12)
  expect(await read(tenant, campaign)).toMatchObject({ status: 'done', stats: { outcomes: { delivered: 1, held: 0 } } })
  expect(await arrivedTexts(tenant, person ?? { phone: '' })).toEqual(['First'])
  // Nobody has to look at the first attempt.
  expect(ok(await tenant.owner.call(undelivered.getCount, {})).data.count).toBe(0)
})

test('a reply between the writing of a follow-up and its hand-over keeps the follow-up back', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const [replying, silent] = await addContacts(tenant, 2)
  if (!replying || !silent) throw new Error('Too few contacts.')
  const followUps = [
    { afterHours: 1, text: 'Second' },
    { afterHours: 1, text: 'Third' },
  ]
  const campaign = await start(tenant, { followUps })
  await run()
  carrier.url = aClosedHost()
  await passHours(1)
  expect((await stepsOf(tenant, campaign))[1]?.stats.outcomes).toMatchObject({ sent: 2 })
  await tenant.textFrom(replying.phone, 'Yes please')
  carrier.url = null
  await run()
  for (let hour = 0; hour < 2; hour++) await passHours(1)
  expect(await arrivedTexts(tenant, replying)).toEqual(['First'])
  expect(await arrivedTexts(tenant, silent)).toEqual(['First', 'Second', 'Third'])
  for (const { stats } of (await stepsOf(tenant, campaign)).slice(1))
    expect(stats).toMatchObject({
      outcomes: { delivered: 1, skipped: 1, failed: 0 },
      reasons: [{ outcome: 'skipped', reason: 'replied', count: 1 }],
    })
  expect(ok(await tenant.owner.call(undelivered.getCount, {})).data.count).toBe(0)
})

test('texts that wait for the carrier are withdrawn when their campaign is stopped, and sent once it is resumed', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const people = await addContacts(tenant, 16)
  carrier.url = aClosedHost()
  // Each contact's time within the hour is random: in half of it, that no one of 16 is due is a chance of 1 in 65,536.
  const campaign = await start(tenant, { followUps: [{ afterHours: 1, text: 'Second' }] }, { spreadMinutes: 60 })
  await passHours(0.5)
  const { sent = 0 } = (await outcomesOf(tenant, campaign)) ?? {}
  expect(sent).toBeGreaterThan(0)
  ok(await owner.call(campaigns.pause, { id: campaign.id }))
  carrier.url = null
  await run()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ sent, delivered: 0 })
  ok(await owner.call(campaigns.resume, { id: campaign.id }))
  await instance.idle()
  // Also those who were due, but for whom there was no room while the others waited.
  const { delivered = 0, ...others } = (await outcomesOf(tenant, campaign)) ?? {}
  expect(others).toMatchObject({ sent: 0, pending: 0, failed: 0 })
  expect(delivered).toBeGreaterThanOrEqual(sent)
  carrier.url = aClosedHost()
  await passHours(0.5)
  expect((await outcomesOf(tenant, campaign))?.sent).toBeGreaterThan(0)
  carrier.url = null
  ok(await owner.call(campaigns.stop, { id: campaign.id }))
  await run()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({
    ...{ delivered, cancelled: 16 - delivered, sent: 0, failed: 0 },
  })
  expect(ok(await owner.call(undelivered.getCount, {})).data.count).toBe(0)
  ok(await owner.call(campaigns.resume, { id: campaign.id }))
  await run()
  for (let hour = 0; hour < 3; hour++) await passHours(1)
  for (const each of people) expect(await arrivedTexts(tenant, each)).toEqual(['First', 'Second'])
})

test('a campaign whose last text is being requested can still be stopped if the carrier does not get it', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const ann = await addContact(tenant, 'Ann')
  carrier.url = aClosedHost()
  const campaign = await start(tenant, {})
  await instance.idle()
  const { owner } = instance.server.database
  await owner.query("update group_messages set state = 'running', finished_at = null where id = $1", [campaign.id])
  const setStatus = (status: string) =>
    owner.query('update messages set delivery_status = $1, claimed_at = $2 where tenant_id = $3', [
      ...[status, clock.now(), tenant.tenantId],
    ])
  await setStatus('sending')
  const { services } = instance.server
  const next = await services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const row = await lockGroupMessage(tx, campaign.id)
    return row && sendBatch(services, tx, row)
  })
  expect([next, (await read(tenant, campaign)).status]).toEqual(['draining', 'running'])
  await setStatus('queued')
  ok(await tenant.owner.call(campaigns.stop, { id: campaign.id }))
  carrier.url = null
  await run()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ cancelled: 1, sent: 0, delivered: 0 })
  expect(await arrivedTexts(tenant, ann)).toEqual([])
})

test('segments of withdrawn texts return to the daily budget; those of texts the carrier has stay spent', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addContacts(tenant, 5)
  ok(await owner.call(contract.sending.saveSettings, { segmentsPerDay: 8 }))
  const followUps = [{ afterHours: 1, text: 'Second' }]
  const first = await start(tenant, { audience: { criteria: {} }, followUps })
  await run()
  expect(await outcomesOf(tenant, first)).toMatchObject({ delivered: 5 })
  const used = async () => {
    const { rows } = await instance.server.database.owner.query<{ used: number }>(
      'select used from send_budgets where tenant_id = $1',
      [tenant.tenantId],
    )
    return rows[0]?.used
  }
  carrier.url = aClosedHost()
  const stopped = await start(tenant, { text: 'Wait' })
  await instance.idle()
  expect([await outcomesOf(tenant, stopped), await used()]).toMatchObject([{ sent: 3, pending: 2 }, 8])
  ok(await owner.call(campaigns.stop, { id: stopped.id }))
  await instance.idle()
  expect([await outcomesOf(tenant, stopped), await used()]).toMatchObject([{ cancelled: 5 }, 5])
  // Recipients reply before the hand-over of a follow-up.
  await passHours(1)
  expect(await used()).toBe(8)
  const people = ok(await owner.call(groupMessages.getRecipients, { id: first.id })).data.recipients
  for (const { contact } of people) await tenant.textFrom(contact?.phone ?? '', 'Yes please')
  carrier.url = null
  await run()
  const [, second] = await stepsOf(tenant, first)
  expect([second?.stats.outcomes, await used()]).toMatchObject([{ skipped: 5, delivered: 0 }, 5])
})

test('a follow-up is not sent to those whose text before failed, whose reply or conversation was deleted', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const people = await addContacts(tenant, 5)
  const [unreached, refused, replying, deleted, reached] = people
  if (!unreached || !refused || !replying || !deleted || !reached) throw new Error('Too few contacts.')
  await instance.addFault({ kind: 'fail-send', code: 30007, phone: unreached.phone, times: 1 })
  await instance.addFault({ kind: 'fail-send', code: 21617, phone: refused.phone, times: 1 })
  const campaign = await start(tenant, { followUps: [{ afterHours: 24, text: 'Second' }] })
  await run()
  const conversation = await tenant.textFrom(replying.phone, 'My card is 4111')
  const reply = (await tenant.messagesOf(conversation)).find(({ body }) => body === 'My card is 4111')
  ok(await owner.call(messages.remove, { sid: reply?.sid ?? '' }))
  const thread = await tenant.conversationWith(deleted.phone)
  ok(await owner.call(contract.conversations.remove, { sid: thread?.sid ?? '' }))
  await passHours(24)
  const [, second] = await stepsOf(tenant, campaign)
  expect(await reasonsOf(tenant, { ...campaign, id: second?.id ?? '' })).toEqual({
    'Person 0': 'earlier-failed',
    'Person 1': 'earlier-failed',
    'Person 2': 'replied',
    'Person 3': 'conversation-deleted',
    'Person 4': 'delivered',
  })
  const arrived = await Promise.all(people.map((contact) => arrivedTexts(tenant, contact)))
  expect(arrived.filter((texts) => texts.includes('Second'))).toEqual([['First', 'Second']])
  expect(await read(tenant, campaign)).toMatchObject({ status: 'done' })
})

test('a follow-up waits until the carrier has accepted the text before it', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const ann = await addContact(tenant, 'Ann')
  carrier.url = aClosedHost()
  const campaign = await start(tenant, { followUps: [{ afterHours: 1, text: 'Second' }] })
  await instance.idle()
  await passHours(1)
  const [, second] = await stepsOf(tenant, campaign)
  expect(second?.stats).toMatchObject({ outcomes: { held: 1 }, reasons: [{ outcome: 'held', reason: 'scheduled' }] })
  carrier.url = null
  await run()
  expect(await arrivedTexts(tenant, ann)).toEqual(['First'])
  await passHours(1)
  expect(await arrivedTexts(tenant, ann)).toEqual(['First', 'Second'])
})

test('resumed follow-ups are due when they were before, whatever else is sent first', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const people = await addContacts(tenant, 12)
  const campaign = await start(tenant, { followUps: [{ afterHours: 1, text: 'Second' }] }, { spreadMinutes: 240 })
  await passHours(2)
  const early = (await outcomesOf(tenant, campaign))?.delivered ?? 0
  expect(early).toBeGreaterThan(0)
  expect(early).toBeLessThan(12)
  ok(await tenant.owner.call(campaigns.stop, { id: campaign.id }))
  await run()
  clock.advance(2 * HOUR_MS)
  // The first text goes out before the job of the second one runs.
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const { authorUserId = '' } = (await lockGroupMessage(tx, campaign.id)) ?? {}
    const author = await findPerson(tx, authorUserId)
    const [row] = author ? await resumeCampaignMessages(tx, author, campaign.id) : []
    if (!row) throw new Error('The campaign has no author or no text.')
    while ((await sendBatch(instance.server.services, tx, row)) === 'more');
  })
  await instance.idle()
  const [first, second] = await stepsOf(tenant, campaign)
  expect(first?.stats.outcomes).toMatchObject({ delivered: 12 })
  expect(second?.stats.outcomes).toMatchObject({ delivered: early, held: 12 - early })
  await passHours(1)
  for (const contact of people) expect(await arrivedTexts(tenant, contact)).toEqual(['First', 'Second'])
})

test('stopped and resumed at once, again and again, everyone gets it once', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const people = await addContacts(tenant, 20)
  const campaign = await start(tenant, {})
  for (let n = 0; n < 6; n++) {
    const change = n % 2 === 0 ? campaigns.stop : campaigns.pause
    // Whichever comes first, the other one is refused or follows.
    await Promise.all([change, campaigns.resume].map((call) => owner.call(call, { id: campaign.id })))
    if (n % 3 === 2) await run()
  }
  await owner.call(campaigns.resume, { id: campaign.id })
  await run()
  expect(await read(tenant, campaign)).toMatchObject({ status: 'done', stats: { outcomes: { delivered: 20 } } })
  for (const contact of people) expect(await arrivedTexts(tenant, contact)).toEqual(['First'])
})

test('a text that is put off while its campaign is being resumed goes out at once', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const ann = await addContact(tenant, 'Ann')
  carrier.url = aClosedHost()
  const campaign = await start(tenant, {})
  await instance.idle()
  ok(await tenant.owner.call(campaigns.pause, { id: campaign.id }))
  carrier.url = null
  await instance.idle()
  // A job that has read that the campaign is paused, and holds the lock under which it claims the text.
  const job = await instance.server.database.owner.connect()
  try {
    await job.query('begin')
    await job.query('select from conversations where tenant_id = $1 for no key update', [tenant.tenantId])
    const resuming = tenant.owner.call(campaigns.resume, { id: campaign.id })
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await job.query(waiting)).rowCount).toBe(1)
    await job.query('update messages set not_before = $2 where tenant_id = $1', [
      tenant.tenantId,
      new Date(Date.parse(clock.now()) + 5 * 60_000),
    ])
    await job.query('commit')
    ok(await resuming)
  } finally {
    job.release()
  }
  await instance.idle()
  expect(await arrivedTexts(tenant, ann)).toEqual(['First'])
})

test('stopped and paused while its recipients are stored, a resumed campaign is for all of them, whatever its segment is now', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  await instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at, tags)
     select $1, gen_random_uuid(), 'Contact ' || i, '+1212' || (5000000 + i), 'US', $2, 'csv-upload', now(), '{gold}'
     from generate_series(1, $3) i`,
    [tenantId, tenant.locationIds[0], GROUP_BATCH + 10],
  )
  await instance.server.database.owner.query('analyze contacts')
  const silver = await addContact(tenant, 'Silver', { tags: ['silver'] })
  const segment = ok(await owner.call(contactSegments.save, { name: 'Guests', search: 'tag=gold' }))
  // Spread, so that hardly anything is sent meanwhile.
  const campaign = await start(tenant, { audience: { segmentIDs: [segment.id] } }, { spreadMinutes: 24 * 60 })
  ok(await owner.call(contactSegments.save, { id: segment.id, name: 'Guests', search: 'tag=silver' }))
  const member = await tenant.createUser('TeamMember')
  const permission = 'campaigns_send_bulk_messages'
  ok(await owner.call(contract.team.setRolePermission, { role: 'TeamMember', permission, isGranted: true }))
  for (const change of [campaigns.stop, campaigns.resume, campaigns.pause, campaigns.resume, campaigns.stop])
    ok(await owner.call(change, { id: campaign.id }))
  await instance.idle()
  ok(await owner.call(campaigns.resume, { id: campaign.id }))
  await instance.idle()
  // Stored counts of so many recipients lag behind.
  const count = async (states: string[]) => {
    const { rows } = await instance.server.database.owner.query<{ n: number }>(
      'select count(*)::int as n from group_recipients where group_message_id = $1 and state = any($2)',
      [campaign.id, states],
    )
    return rows[0]?.n
  }
  expect(await read(tenant, campaign)).toMatchObject({ status: 'running' })
  expect(await count(['held', 'sent'])).toBe(GROUP_BATCH + 10)
  ok(await owner.call(campaigns.stop, { id: campaign.id }))
  const setCollecting = (isCollecting: boolean) =>
    instance.server.database.owner.query('update group_messages set is_collecting = $2 where id = $1', [
      campaign.id,
      isCollecting,
    ])
  // While recipients are still added, some of them may be hidden from a teammate.
  await setCollecting(true)
  expect(await member.call(campaigns.resume, { id: campaign.id })).toFail('Forbidden')
  await setCollecting(false)
  ok(await member.call(campaigns.resume, { id: campaign.id }))
  ok(await owner.call(campaigns.stop, { id: campaign.id }))
  await instance.idle()
  expect(await count(['cancelled', 'sent'])).toBe(GROUP_BATCH + 10)
  expect(await count(['cancelled'])).toBeGreaterThan(GROUP_BATCH)
  expect(await arrivedTexts(tenant, silver)).toEqual([])
}, 60_000)

test('a segment that is edited while it is sent to changes nothing for its recipients', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann', { tags: ['gold'] })
  const bob = await addContact(tenant, 'Bob', { tags: ['silver'] })
  const search = (tag: string) => new URLSearchParams({ tag }).toString()
  const { id } = ok(await owner.call(contactSegments.save, { name: 'Guests', search: search('gold') }))
  const campaign = await start(tenant, { audience: { segmentIDs: [id] } }, { spreadMinutes: 60 })
  await instance.idle()
  ok(await owner.call(contactSegments.save, { id, name: 'Guests', search: search('silver') }))
  await passHours(1)
  expect(await reasonsOf(tenant, campaign)).toEqual({ Ann: 'delivered' })
  expect([await arrivedTexts(tenant, ann), await arrivedTexts(tenant, bob)]).toEqual([['First'], []])
})

test('a number that the carrier suspends, or that is moved away, ends in a reason for everyone left', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [locationID = '', elsewhere = ''] = tenant.locationIds
  const [number = ''] = tenant.numbers
  // So many that some are due in each hour.
  const list = Array.from({ length: 36 }, (_, n) => ({ name: `Person ${n}`, phone: newPhone() }))
  ok(await owner.call(contacts.addList, { contacts: list, source: 'csv-upload', locationID }))
  const campaign = await start(tenant, { locationID }, { spreadMinutes: 180 })
  await passHours(1)
  const before = (await outcomesOf(tenant, campaign))?.delivered ?? 0
  expect(before).toBeGreaterThan(0)
  const endSuspension = await instance.addFault({ kind: 'fail-send', code: 21606, number })
  await passHours(1)
  const suspended = (await outcomesOf(tenant, campaign))?.failed ?? 0
  expect(suspended).toBeGreaterThan(0)
  await endSuspension()
  const { phoneNumbers } = ok(await owner.call(contract.phoneNumbers.getList, undefined)).data
  const sid = phoneNumbers.find(({ phoneNumber }) => phoneNumber === number)?.sid ?? ''
  ok(await owner.call(contract.phoneNumbers.update, { sid, locationID: elsewhere }))
  await passHours(1)
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ skipped: 36 - before - suspended })
  expect(new Set(Object.values(await reasonsOf(tenant, campaign)))).toEqual(
    new Set(['delivered', 'account', 'no-number']),
  )
  const arrived = (await Promise.all(list.map((contact) => arrivedTexts(tenant, contact)))).flat()
  expect(arrived).toHaveLength(before)
})

test('the same number in two spellings is one recipient', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const digits = phone.slice(2)
  const spelled = [phone, `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`, `1-${digits}`]
  const list = spelled.map((each, index) => ({ name: `Ann ${index}`, phone: each }))
  ok(await owner.call(contacts.addList, { contacts: list, source: 'csv-upload' }))
  const campaign = await start(tenant, {})
  await run()
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ delivered: 1 })
  expect(await arrivedTexts(tenant, { phone })).toEqual(['First'])
})

test('a variable that is missing for some leaves no gap, and sends no empty text', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const [ann, unnamed] = [await addContact(tenant, 'Ann Lee'), await addContact(tenant, '')]
  const named = await start(tenant, { text: ':contact_first_name:' })
  await run()
  expect(await outcomesOf(tenant, named)).toMatchObject({ delivered: 1, skipped: 1 })
  expect(Object.values(await reasonsOf(tenant, named)).sort()).toEqual(['delivered', 'empty'])
  expect([await arrivedTexts(tenant, ann), await arrivedTexts(tenant, unnamed)]).toEqual([['Ann'], []])
})

test('a business that is deleted midway sends nothing more, and keeps no job from ending', async () => {
  goToNextNoon()
  const tenant = await instance.createTenant()
  const people = await addContacts(tenant, 36)
  await start(tenant, { followUps: [{ afterHours: 1, text: 'Second' }] }, { spreadMinutes: 180 })
  await passHours(1)
  const before = (await Promise.all(people.map((contact) => arrivedTexts(tenant, contact)))).flat().length
  expect(before).toBeGreaterThan(0)
  const failed = instance.errors.length
  await eraseTenant(instance.server.services, tenant.tenantId)
  await passHours(3)
  expect((await Promise.all(people.map((contact) => arrivedTexts(tenant, contact)))).flat()).toHaveLength(before)
  const { rows } = await instance.server.database.owner.query(
    "select from graphile_worker._private_jobs where payload ->> 'tenantId' = $1",
    [tenant.tenantId],
  )
  expect(rows).toEqual([])
  expect(instance.errors.slice(failed)).toEqual([])
})
