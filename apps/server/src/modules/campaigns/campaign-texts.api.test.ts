import { type Campaign, contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shift, systemClock } from '../../platform/clock.ts'
import { readCampaign, saveCampaign, startCampaign, stepsOfCampaign } from '../../testing/campaigns.ts'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie, upload } from '../../testing/files.ts'
import { addContact, addContacts, arrivedTexts, countAsMany, passRunning } from '../../testing/groups.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import { PASSWORD, startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'

const { audit, campaigns, consent, groupMessages, sending } = contract

let instance: TestInstance
const clock = createNoonClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

/** Runs what is due. */
async function run() {
  await instance.idle()
  for (const job of ['start-scheduled-campaign', 'send-group-message', 'send-group-message'])
    await instance.runDelayedJobs(job, { mayHaveRun: true })
  await instance.idle()
}

const HOUR_MS = 3_600_000
const passHours = (hours: number) => passRunning(instance, clock, hours * HOUR_MS, run)

const start = async (user: TestUser, { id, version }: Campaign, when: object = {}) =>
  user.call(campaigns.start, { id, version, ...when })

async function send(user: TestUser, values: object, when: object = {}): Promise<Campaign> {
  const campaign = await startCampaign(user, values, when)
  await run()
  return campaign
}

test('follow-ups are sent after their delay, and end when the contact replies or opts out', async () => {
  clock.goTo('2038-06-09T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [silent, replying, leaving] = await addContacts(tenant, 3)
  if (!silent || !replying || !leaving) throw new Error('Too few contacts.')
  const followUps = [
    { afterHours: 24, text: 'Second' },
    { afterHours: 48, text: 'Third' },
  ]
  const campaign = await send(owner, { followUps })
  const textsOf = async () => Promise.all([silent, replying, leaving].map((contact) => arrivedTexts(tenant, contact)))
  expect(await textsOf()).toEqual([['First'], ['First'], ['First']])
  expect(await readCampaign(owner, campaign)).toMatchObject({
    status: 'running',
    stats: { outcomes: { delivered: 3 } },
  })
  await tenant.textFrom(replying.phone, 'Tell me more')
  await passHours(23)
  expect(await textsOf()).toEqual([['First'], ['First'], ['First']])
  await passHours(1)
  expect(await textsOf()).toEqual([['First', 'Second'], ['First'], ['First', 'Second']])
  await tenant.textFrom(leaving.phone, 'STOP')
  await passHours(48)
  expect((await textsOf())[0]).toEqual(['First', 'Second', 'Third'])
  expect((await textsOf())[1]).toEqual(['First'])
  expect((await textsOf())[2]).not.toContain('Third')
  const steps = await stepsOfCampaign(owner, campaign)
  expect(steps).toMatchObject([
    { afterHours: null, state: 'done', texts: [{ text: 'First', recipients: 3, sent: 3, delivered: 3, replied: 1 }] },
    { afterHours: 24, state: 'done', texts: [{ text: 'Second', recipients: 3, sent: 2, optedOut: 1 }] },
    { afterHours: 48, state: 'done', texts: [{ text: 'Third', recipients: 2, sent: 1 }] },
  ])
  expect(steps[1]?.stats.reasons).toMatchObject([{ outcome: 'skipped', reason: 'replied', count: 1 }])
  expect(await readCampaign(owner, campaign)).toMatchObject({
    status: 'done',
    stats: { replied: 1, optedOut: 0 },
    responses: { replied: 1, optedOut: 1 },
  })
  // They belong to their campaign and are not listed as group messages of their own.
  const listed = ok(await owner.call(groupMessages.getList, {})).data.messages
  expect(listed.map(({ id }) => id)).toEqual([campaign.id])
})

test('versions of a text go to equal parts, and the control group gets nothing', async () => {
  clock.goTo('2038-07-01T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const people = await addContacts(tenant, 24)
  const campaign = await send(owner, { variants: ['Other'], controlPercent: 25 })
  const [step] = await stepsOfCampaign(owner, campaign)
  const [first, other] = step?.texts ?? []
  const left = step?.stats.reasons.find(({ reason }) => reason === 'control-group')?.count ?? 0
  expect(first?.recipients).toBeGreaterThan(0)
  expect(other?.recipients).toBeGreaterThan(0)
  expect((first?.recipients ?? 0) + (other?.recipients ?? 0) + left).toBe(24)
  const texts = (await Promise.all(people.map((contact) => arrivedTexts(tenant, contact)))).flat()
  expect(texts.filter((text) => text === 'First')).toHaveLength(first?.sent ?? -1)
  expect(texts.filter((text) => text === 'Other')).toHaveLength(other?.sent ?? -1)
})

test('each contact gets it at the same time of their own day', async () => {
  clock.goTo('2038-08-03T06:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const east = await addContact(tenant, 'East')
  const west = await addContact(tenant, 'West', { phone: '+14155550142' })
  const campaign = await saveCampaign(owner, {})
  const past = { localTime: '2038-08-03T05:00' }
  expect(await start(owner, campaign, past)).toFail('ScheduleTimeInvalid')
  expect(await start(owner, campaign, { localTime: '2038-02-30T10:00' })).toFail('InvalidInput')
  const scheduled = ok(await start(owner, campaign, { localTime: '2038-08-03T10:00' })).data
  // In Newfoundland it is 10:00 first.
  expect(scheduled).toMatchObject({ status: 'scheduled', scheduledOnUtc: '2038-08-03T12:30:00.000Z' })
  clock.goTo('2038-08-03T08:30')
  await run()
  expect(await readCampaign(owner, campaign)).toMatchObject({ status: 'running', stats: { outcomes: { held: 2 } } })
  clock.goTo('2038-08-03T10:00')
  await run()
  expect(await arrivedTexts(tenant, east)).toEqual(['First'])
  expect(await arrivedTexts(tenant, west)).toEqual([])
  clock.goTo('2038-08-03T13:00')
  await run()
  expect(await arrivedTexts(tenant, west)).toEqual(['First'])
  expect(await readCampaign(owner, campaign)).toMatchObject({ status: 'done' })
})

test('sending is spread over the time that was chosen', async () => {
  clock.goTo('2038-08-10T12:00')
  const tenant = await instance.createTenant()
  await addContacts(tenant, 12)
  const campaign = await send(tenant.owner, {}, { spreadMinutes: 240 })
  await passHours(2)
  const sentBy = async () => (await readCampaign(tenant.owner, campaign)).stats?.outcomes.delivered ?? 0
  const half = await sentBy()
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(12)
  await passHours(2)
  expect(await sentBy()).toBe(12)
})

test('a paused or stopped campaign is resumed for those it was never sent to', async () => {
  clock.goTo('2038-08-20T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const people = await addContacts(tenant, 8)
  const campaign = await send(owner, { followUps: [{ afterHours: 24, text: 'Second' }] }, { spreadMinutes: 240 })
  await passHours(2)
  const paused = ok(await owner.call(campaigns.pause, { id: campaign.id })).data
  expect(paused).toMatchObject({ status: 'paused', canResume: true, canStop: true })
  const before = paused.stats?.outcomes.delivered
  await passHours(3)
  expect((await readCampaign(owner, campaign)).stats?.outcomes.delivered).toBe(before)
  expect(await owner.call(campaigns.pause, { id: campaign.id })).toFail('CampaignStatusWrong')
  ok(await owner.call(campaigns.resume, { id: campaign.id }))
  await run()
  expect((await readCampaign(owner, campaign)).stats?.outcomes.delivered).toBe(8)
  const stopped = ok(await owner.call(campaigns.stop, { id: campaign.id })).data
  expect(stopped).toMatchObject({ status: 'stopped', canResume: true })
  await passHours(24)
  const secondTexts = async () =>
    (await Promise.all(people.map((contact) => arrivedTexts(tenant, contact))))
      .flat()
      .filter((text) => text === 'Second')
  expect(await secondTexts()).toEqual([])
  ok(await owner.call(campaigns.resume, { id: campaign.id }))
  await passHours(24)
  expect(await secondTexts()).toHaveLength(8)
  for (const contact of people) expect(await arrivedTexts(tenant, contact)).toEqual(['First', 'Second'])
  expect(await owner.call(campaigns.resume, { id: campaign.id })).toFail('CampaignStatusWrong')
})

test('above the limit of the business, a second person approves', async () => {
  clock.goTo('2038-09-01T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  await addContacts(tenant, 2)
  ok(await owner.call(sending.saveSettings, { approvalAbove: 1 }))
  const waiting = ok(await start(manager, await saveCampaign(manager, {}))).data
  expect(waiting).toMatchObject({ status: 'needs-approval', stats: null, responses: null, canApprove: false })
  await run()
  const { id, version } = await readCampaign(owner, waiting)
  expect(await manager.call(campaigns.approve, { id, version })).toFail('Forbidden')
  expect(await owner.call(campaigns.approve, { id, version: version - 1 })).toFail('ChangedMeanwhile')
  expect(await owner.call(campaigns.save, { id, name: 'Y', audience: {} })).toFail('CampaignStatusWrong')
  const back = ok(await owner.call(campaigns.stop, { id })).data
  expect(back).toMatchObject({ status: 'draft' })
  const again = ok(await start(manager, back)).data
  ok(await owner.call(campaigns.approve, { id, version: again.version }))
  await run()
  expect(await readCampaign(owner, waiting)).toMatchObject({
    status: 'done',
    author: manager.auth.displayName,
    stats: { outcomes: { delivered: 2 } },
  })
  const { entries } = ok(await owner.call(audit.getList, { actions: ['campaign.approved'] })).data
  expect(entries).toMatchObject([{ subject: 'Spring offer' }])
})

test('a scheduled campaign that grew past the approval limit is not sent without an approval', async () => {
  clock.goTo('2038-09-03T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  ok(await owner.call(sending.saveSettings, { approvalAbove: 1 }))
  await addContact(tenant, 'Ann')
  const scheduledOnUtc = shift(clock.now(), HOUR_MS)
  const campaign = ok(await start(owner, await saveCampaign(owner, {}), { scheduledOnUtc })).data
  expect(campaign).toMatchObject({ status: 'scheduled' })
  await addContacts(tenant, 2)
  await passHours(1)
  expect(await readCampaign(owner, campaign)).toMatchObject({
    status: 'needs-attention',
    problem: 'approval-missing',
    stats: null,
  })
})

test('an approval does not cover an audience that has grown by more than a tenth', async () => {
  clock.goTo('2038-09-04T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  await addContacts(tenant, 12)
  ok(await owner.call(sending.saveSettings, { approvalAbove: 10 }))
  const approved = async () => {
    const scheduledOnUtc = shift(clock.now(), HOUR_MS)
    const { id, version } = ok(await start(manager, await saveCampaign(manager, {}), { scheduledOnUtc })).data
    return ok(await owner.call(campaigns.approve, { id, version })).data
  }
  const first = await approved()
  await addContacts(tenant, 1)
  await passHours(1)
  expect(await readCampaign(owner, first)).toMatchObject({ status: 'done', stats: { recipients: 13 } })
  const second = await approved()
  await addContacts(tenant, 5)
  await passHours(1)
  expect(await readCampaign(owner, second)).toMatchObject({ status: 'needs-attention', problem: 'approval-missing' })
  // A message to a group or to selected contacts is no way round.
  const message = { criteria: {}, text: 'Hi', clientMessageId: crypto.randomUUID() }
  expect(await manager.call(contract.groups.sendMessage, message)).toFail('ApprovalRequired')
})

test('no other message takes the id of a campaign', async () => {
  clock.goTo('2038-09-05T12:00')
  const tenant = await instance.createTenant()
  const contact = await addContact(tenant, 'Ann')
  const { id } = await saveCampaign(tenant.owner, {})
  const message = { contactIDs: [contact.id], text: 'Hi', clientMessageId: id }
  expect(await tenant.owner.call(contract.groups.sendMessage, message)).toFail('ClientMessageIdReused')
})

test('planned campaigns are deleted by those who may send them, and tests go to no one who refused marketing', async () => {
  clock.goTo('2038-09-05T13:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  const contact = await addContact(tenant, 'Ann')
  const permission = 'campaigns_send_bulk_messages'
  ok(await owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: false }))
  const draft = await saveCampaign(owner, {})
  const { id } = ok(await start(owner, draft, { scheduledOnUtc: shift(clock.now(), HOUR_MS) })).data
  expect(await manager.call(campaigns.delete, { id })).toFail('Forbidden')
  ok(
    await owner.call(consent.record, {
      contactId: contact.id,
      phoneNumber: contact.phone,
      kind: 'opt-out',
      purpose: 'marketing',
      source: 'phone-call',
      wording: 'No offers, please',
    }),
  )
  const clientMessageId = crypto.randomUUID()
  expect(await owner.call(campaigns.sendTest, { id, phone: contact.phone, clientMessageId })).toFail('SendRefused')
})

test('the texts of a campaign are stopped, paused and resumed with it, by those who see everyone left', async () => {
  clock.goTo('2038-09-06T12:00')
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, locationIds } = tenant
  const [north = ''] = locationIds
  const member = await tenant.createUser('TeamMember', { locationIds: [north] })
  const contact = await addContact(tenant, 'Ann', { locationID: north })
  ok(
    await owner.call(contract.conversations.getSetSms, {
      contactName: 'Ann',
      contactPhoneNumber: contact.phone,
      tenantPhoneNumber: tenant.numbers[0] ?? '',
    }),
  )
  const followUps = [{ afterHours: 24, text: 'Second' }]
  const campaign = await send(owner, { locationID: north, followUps }, { spreadMinutes: 240 })
  const [, next] = await stepsOfCampaign(owner, campaign)
  for (const id of [campaign.id, next?.id ?? ''])
    expect(await member.call(groupMessages.stop, { id })).toFail('GroupMessageRestricted')
  for (const call of [campaigns.pause, campaigns.stop])
    expect(await member.call(call, { id: campaign.id })).toFail('Forbidden')
  ok(await owner.call(campaigns.pause, { id: campaign.id }))
  expect(await member.call(campaigns.resume, { id: campaign.id })).toFail('Forbidden')
  expect(ok(await owner.call(campaigns.stop, { id: campaign.id })).data).toMatchObject({ status: 'stopped' })
})

test('files stay with the draft, and are sent with the first text', async () => {
  clock.goTo('2038-09-08T12:00')
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, locationIds } = tenant
  const [north = '', south = ''] = locationIds
  const colleague = await tenant.createUser('Manager', { locationIds: [north] })
  const elsewhere = await tenant.createUser('Manager', { locationIds: [south] })
  await addContact(tenant, 'Ann', { locationID: north })
  const file = ok(await upload(owner, await createPng()))
  const draft = await saveCampaign(owner, { locationID: north, attachments: [file.sid], text: '' })
  expect(draft.attachments).toEqual([file])
  expect(
    await colleague.call(campaigns.save, { name: 'Z', audience: {}, attachments: [file.sid], locationID: north }),
  ).toFail('AttachmentUnknown')
  // Everyone who sees the campaign sees its files, and may keep them.
  const statusFor = async (user: TestUser) => {
    const cookie = await signInForFilesCookie(instance.url, user.auth, PASSWORD)
    return (await fetch(new URL(file.url, instance.url), { headers: { cookie } })).status
  }
  expect(await statusFor(colleague)).toBe(200)
  expect(await statusFor(elsewhere)).toBe(404)
  const kept = await saveCampaign(colleague, {
    id: draft.id,
    locationID: north,
    attachments: [file.sid],
    text: '',
    audience: { criteria: {} },
  })
  const copy = await saveCampaign(owner, { locationID: north })
  const other = ok(await upload(owner, await createPng()))
  ok(await owner.call(campaigns.save, { id: copy.id, name: 'Copy', audience: {}, attachments: [other.sid] }))
  ok(await owner.call(campaigns.delete, { id: copy.id }))
  ok(await start(owner, kept))
  await run()
  expect(await readCampaign(owner, draft)).toMatchObject({
    status: 'done',
    attachments: [file],
    stats: { outcomes: { delivered: 1 } },
  })
})

test('links are counted per recipient, opened by people only', async () => {
  clock.goTo('2038-09-22T12:00')
  const tenant = await instance.createTenant()
  const ann = await addContact(tenant, 'Ann')
  await addContact(tenant, 'Bob')
  const campaign = await send(tenant.owner, { text: 'Book: https://example.com/spring?offer=1. See you!' })
  const [text = ''] = await arrivedTexts(tenant, ann)
  const [link = ''] = text.match(/https?:\S+[^.\s]/) ?? []
  expect(text).toBe(`Book: ${link}. See you!`)
  const open = (userAgent: string) => fetch(link, { redirect: 'manual', headers: { 'user-agent': userAgent } })
  expect((await open('Slackbot-LinkExpanding 1.0')).headers.get('location')).toBe('https://example.com/spring?offer=1')
  expect((await stepsOfCampaign(tenant.owner, campaign))[0]?.texts).toMatchObject([{ clicked: 0 }])
  await open('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)')
  await open('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)')
  expect((await stepsOfCampaign(tenant.owner, campaign))[0]?.texts).toMatchObject([{ clicked: 1, sent: 2 }])
  const clicked = { id: campaign.id, hasClicked: true }
  const { recipients } = ok(await tenant.owner.call(contract.groupMessages.getRecipients, clicked)).data
  expect(recipients).toMatchObject([{ contact: { name: 'Ann' }, hasClicked: true }])
})

test('of many recipients, those who clicked or opted out are listed from their clicks and opt-outs, the newest first', async () => {
  clock.goTo('2038-09-23T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann')
  const bob = await addContact(tenant, 'Bob')
  const cy = await addContact(tenant, 'Cy')
  const campaign = await send(owner, { text: 'See https://example.com/spring or https://example.com/summer' })
  // Recipients before them who did nothing.
  await instance.server.database.owner.query(
    `insert into group_recipients (tenant_id, group_message_id, contact_id, state, message_id)
     select $1, $2, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'sent', gen_random_uuid()
     from generate_series(1, 1200) n`,
    [tenant.tenantId, campaign.id],
  )
  await instance.server.database.owner.query('update group_messages set total = 1000000 where id = $1', [campaign.id])
  const click = async (contact: { phone: string }, index: number) => {
    clock.advance(60_000)
    const [text = ''] = await arrivedTexts(tenant, contact)
    const links = text.match(/https?:\S+/g) ?? []
    await fetch(links[index] ?? '', { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  }
  const answer = async ({ phone }: { phone: string }, body: string) => {
    clock.advance(60_000)
    await tenant.textFrom(phone, body)
  }
  await click(ann, 1)
  await click(bob, 0)
  await click(ann, 0)
  await answer(bob, 'STOP')
  await answer(cy, 'STOP')
  await answer(bob, 'START')
  await answer(bob, 'STOP')
  const later = await send(owner, { audience: { criteria: { searchTerm: 'Ann' } } })
  await answer(ann, 'STOP')

  const member = await tenant.createUser('TeamMember')
  const sid = (await tenant.conversationWith(bob.phone))?.sid ?? ''
  ok(await owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId }))
  const list = async (person: TestUser, filter: object) => {
    const { recipients, nextAfter } = ok(
      await person.call(groupMessages.getRecipients, { id: campaign.id, ...filter }),
    ).data
    return { names: recipients.map(({ contact }) => contact?.name), nextAfter }
  }
  for (const [filter, first, second] of [
    [{ hasClicked: true }, 'Bob', 'Ann'],
    [{ hasOptedOut: true }, 'Cy', 'Bob'],
  ] as const) {
    expect(await list(owner, filter)).toEqual({ names: [first, second], nextAfter: null })
    const page = await list(owner, { ...filter, pageSize: 1 })
    expect(page.names).toEqual([first])
    const next = { ...filter, after: page.nextAfter }
    expect(await list(owner, next)).toEqual({ names: [second], nextAfter: null })
    expect(await list(member, filter)).toEqual({ names: ['Bob'], nextAfter: null })
  }
  expect(await list(owner, { hasClicked: true, hasOptedOut: true })).toEqual({ names: ['Bob'], nextAfter: null })
  expect((await list(owner, { id: later.id, hasOptedOut: true })).names).toEqual(['Ann'])
})

test('of many recipients, those whose texts failed are listed from these, the newest first', async () => {
  clock.goTo('2038-09-23T14:00')
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const people = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob'), await addContact(tenant, 'Cy')]
  for (const { phone } of people.slice(0, 2)) await instance.addFault({ kind: 'fail-send', code: 30003, phone })
  const campaign = await send(owner, {})
  await send(owner, { name: 'Other' })
  const { owner: database } = instance.server.database
  // Ann’s was written later, and recipients before them got the message.
  await database.query(
    `update messages m set created_at = created_at + interval '1 second' from group_recipients r
     where r.tenant_id = $1 and r.group_message_id = $2 and r.contact_id = $3 and m.tenant_id = $1 and m.id = r.message_id`,
    [tenantId, campaign.id, people[0]?.id],
  )
  await database.query(
    `insert into group_recipients (tenant_id, group_message_id, contact_id, state, message_id)
     select $1, $2, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'sent', gen_random_uuid()
     from generate_series(1, 1200) n`,
    [tenantId, campaign.id],
  )
  await database.query('update group_messages set total = 1000000 where id = $1', [campaign.id])
  const list = async (filter: object) => {
    const { recipients, nextAfter } = ok(
      await owner.call(groupMessages.getRecipients, { id: campaign.id, outcome: 'failed', ...filter }),
    ).data
    return { failed: recipients.map(({ contact, reason }) => [contact?.name, reason]), nextAfter }
  }
  const [ann, bob] = ['Ann', 'Bob'].map((name) => [name, 'unreachable'])
  expect(await list({})).toEqual({ failed: [ann, bob], nextAfter: null })
  const page = await list({ pageSize: 1 })
  expect(page.failed).toEqual([ann])
  expect(await list({ after: page.nextAfter })).toEqual({ failed: [bob], nextAfter: null })
})

test('texts and recipients have the segments that the carrier bills, also when a job counts them', async () => {
  clock.goTo('2038-09-24T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addContact(tenant, 'Ann')
  const bob = await addContact(tenant, 'Bob')
  const billedOf = async (campaign: Campaign) => {
    const [step] = await stepsOfCampaign(owner, campaign)
    const { recipients } = ok(await owner.call(groupMessages.getRecipients, { id: campaign.id })).data
    const { segments, mediaMessages } = ok(await owner.call(campaigns.getTrend, { id: campaign.id })).data
    return {
      texts: step?.texts.map((text) => [text.segments, text.mediaMessages]),
      recipients: Object.fromEntries(recipients.map((row) => [row.contact?.name, [row.segments, row.mediaMessages]])),
      trend: [segments, mediaMessages],
    }
  }
  const long = await send(owner, { text: 'Long '.repeat(40) })
  expect(await billedOf(long)).toEqual({ texts: [[4, 0]], recipients: { Ann: [2, 0], Bob: [2, 0] }, trend: [4, 0] })
  const file = ok(await upload(owner, await createPng()))
  const picture = await send(owner, { attachments: [file.sid] })
  expect(await billedOf(picture)).toEqual({ texts: [[0, 2]], recipients: { Ann: [0, 1], Bob: [0, 1] }, trend: [0, 2] })
  // The carrier refused it.
  const conversation = await tenant.conversationWith(bob.phone)
  await instance.server.database.owner.query(
    "update messages set delivery_status = 'failed' where tenant_id = $1 and conversation_id = $2",
    [tenant.tenantId, fromSid(conversation?.sid ?? '')],
  )
  const accepted = { texts: [[2, 0]], recipients: { Ann: [2, 0], Bob: [0, 0] } }
  expect(await billedOf(long)).toEqual({ ...accepted, trend: [2, 0] })
  await countAsMany(instance, long, () => stepsOfCampaign(owner, long))
  expect(await billedOf(long)).toMatchObject(accepted)
})

test('a preview counts the messages of a campaign with its links shortened, those of other messages as written', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addContact(tenant, 'Ann')
  const text = `Book: https://example.com/${'spring'.repeat(30)}`
  const audience = { criteria: {} }
  expect(ok(await owner.call(campaigns.preview, { audience, text })).data).toMatchObject({ sendable: 1, segments: 1 })
  expect(ok(await owner.call(contract.groups.previewMessage, { ...audience, text })).data.segments).toBe(2)
})

test('an address in the name of a contact gets no short link under the domain of the business', async () => {
  clock.goTo('2038-09-24T12:00')
  const tenant = await instance.createTenant()
  const eve = await addContact(tenant, 'Eve https://evil.example/login')
  const ann = await addContact(tenant, 'Ann')
  await send(tenant.owner, { text: 'Hi :contact_name:, see https://example.com/spring' })
  expect(await arrivedTexts(tenant, eve)).toEqual(['Hi Eve https://evil.example/login, see https://example.com/spring'])
  expect(await arrivedTexts(tenant, ann)).toEqual([expect.stringMatching(/^Hi Ann, see http.*\/l\/\w{8}$/)])
})

test('group messages stay within the carriers’ limits per second and per day', async () => {
  clock.goTo('2038-10-05T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addContacts(tenant, 40)
  ok(await owner.call(sending.saveSettings, { segmentsPerSecond: 1, segmentsPerDay: 35 }))
  const campaign = await send(owner, {})
  const sent = async () => (await readCampaign(owner, campaign)).stats?.outcomes.delivered
  // At first what is saved up for 15 seconds, and a batch that overdraws it by at most ten.
  expect(await sent()).toBeGreaterThanOrEqual(15)
  expect(await sent()).toBeLessThan(35)
  for (let minute = 0; minute < 2; minute++) {
    clock.advance(60_000)
    await run()
  }
  // The last batch ends within the limit of the day.
  expect(await sent()).toBe(35)
  await addContacts(tenant, 1)
  const next = await send(owner, {})
  expect((await readCampaign(owner, next)).stats?.outcomes.delivered).toBe(0)
  clock.goTo('2038-10-06T03:30')
  await run()
  // The carriers' day has begun, and quiet hours are not over.
  expect((await readCampaign(owner, next)).stats?.outcomes).toMatchObject({ held: 41 })
  expect((await readCampaign(owner, campaign)).stats?.outcomes).toMatchObject({ delivered: 35, held: 5 })
})

test('opting out between the start and the hand-over keeps the text back', async () => {
  clock.goTo('2038-10-20T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann')
  const bob = await addContact(tenant, 'Bob')
  const campaign = ok(await start(owner, await saveCampaign(owner, {}), { spreadMinutes: 60 })).data
  await instance.idle()
  ok(
    await owner.call(consent.record, {
      contactId: ann.id,
      kind: 'opt-out',
      purpose: 'marketing',
      source: 'in-person',
      wording: 'Asked at the counter',
    }),
  )
  await passHours(1)
  expect(await arrivedTexts(tenant, ann)).toEqual([])
  expect(await arrivedTexts(tenant, bob)).toEqual(['First'])
  const { stats } = await readCampaign(owner, campaign)
  expect(stats?.reasons).toMatchObject([{ outcome: 'skipped', reason: 'opted-out-of-marketing', count: 1 }])
})
