import { type Campaign, type CampaignAudience, contract } from '@frontdesk/contract/api'
import { CAMPAIGNS_FOLDER, DEFAULT_FOLDER } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { shift, systemClock } from '../../platform/clock.ts'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import { newPhone, startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'
import { START_SCHEDULED_CAMPAIGN } from './start-spec.ts'

const {
  attention,
  audit,
  campaigns,
  contactActivities,
  contactList,
  contacts,
  contactSegments,
  conversations,
  folders,
  groups,
  messages,
} = contract

let instance: TestInstance
const clock = createNoonClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const HALF_HOUR_MS = 1_800_000

type Audience = z.input<typeof CampaignAudience>

const save = async (user: TestUser, audience: Audience, values: { text?: string; locationID?: string } = {}) =>
  ok(await user.call(campaigns.save, { name: 'Spring offer', text: 'Hi :contact_first_name:', audience, ...values }))
    .data

/** Moves on and runs what is due. */
async function passTime(milliseconds: number) {
  clock.advance(milliseconds)
  await instance.runDelayedJobs(START_SCHEDULED_CAMPAIGN)
  await instance.idle()
}

const read = async (user: TestUser, { id }: Pick<Campaign, 'id'>) => ok(await user.call(campaigns.get, { id })).data

async function aBusiness(options?: Parameters<TestInstance['createTenant']>[0]) {
  const tenant = await instance.createTenant(options)
  const add = async (name: string, tags: string[] = []) =>
    ok(await tenant.owner.call(contacts.add, { name, phone: newPhone(), tags }))
  return { ...tenant, add }
}

test('a campaign goes to everyone in its audience once, and says what became of it', async () => {
  const { owner, add } = await aBusiness()
  const ana = await add('Ana Silva', ['VIP'])
  const ben = await add('Ben Berg')
  await add('Cleo Chen')
  const { sid } = ok(await owner.call(groups.save, { name: 'Regulars', contactIDs: [ana.id, ben.id] })).data
  const segment = ok(await owner.call(contactSegments.save, { name: 'VIPs', search: 'tag=VIP' }))
  const audience = { tags: ['VIP'], groupSids: [sid], segmentIDs: [segment.id] }
  const draft = await save(owner, audience)
  expect(draft).toMatchObject({
    status: 'draft',
    stats: null,
    version: 1,
    canEdit: true,
    canSend: true,
    canStop: false,
  })
  const preview = ok(await owner.call(campaigns.preview, { audience, text: draft.text })).data
  expect(preview).toMatchObject({
    recipients: 2,
    sendable: 2,
    samples: [{ text: expect.stringMatching(/^Hi (Ana|Ben)$/) }, { text: expect.stringMatching(/^Hi (Ana|Ben)$/) }],
  })

  const screen = await connectLive(instance.url, owner.auth)
  const started = ok(await owner.call(campaigns.start, { id: draft.id, version: 1 })).data
  expect(started).toMatchObject({ status: 'running', stats: { recipients: 2 }, canStop: true })
  await screen.waitFor('campaign.changed', ({ campaignID }) => campaignID === draft.id)
  screen.close()
  await instance.idle()
  const done = { status: 'done', stats: { recipients: 2, outcomes: { pending: 0 } }, canStop: false }
  expect(await read(owner, draft)).toMatchObject(done)
  const seen = ok(
    await owner.call(contactActivities.getList, { contactId: ana.id, filter: 'conversations' }),
  ).activities
  expect(seen).toMatchObject([{ kind: 'message-sent', messageKind: 'campaign', name: 'Spring offer', text: 'Hi Ana' }])
  // Safe to repeat: it is sent once.
  expect(await owner.call(campaigns.start, { id: draft.id, version: 1 })).toFail('ChangedMeanwhile')
  expect(await owner.call(campaigns.start, { id: draft.id, version: 2 })).toFail('CampaignStatusWrong')
  expect(await owner.call(campaigns.delete, { id: draft.id })).toFail('CampaignStatusWrong')
  const { entries } = ok(await owner.call(audit.getList, { actions: ['group-message.sent'] })).data
  expect(entries).toMatchObject([{ subject: 'Spring offer', data: { recipients: 2, kind: 'campaign' } }])
  const byStatus = ok(await owner.call(campaigns.getList, { statuses: ['done'], searchTerm: 'spring' })).data
  expect(byStatus.campaigns.map(({ id }) => id)).toEqual([draft.id])
  expect(ok(await owner.call(campaigns.getList, { statuses: ['draft'] })).data.campaigns).toEqual([])
})

test('an empty audience, an empty text and an unknown segment are refused before anything is sent', async () => {
  const { owner, add } = await aBusiness()
  await add('Ana Silva')
  const empty = await save(owner, {})
  expect(await owner.call(campaigns.start, { id: empty.id, version: 1 })).toFail('NoRecipients')
  const silent = await save(owner, { criteria: {} }, { text: ' ' })
  expect(await owner.call(campaigns.start, { id: silent.id, version: 1 })).toFail('MessageEmpty')
  const unknown = { name: 'X', audience: { segmentIDs: [crypto.randomUUID()] } }
  expect(await owner.call(campaigns.save, unknown)).toFail('SegmentNotFound')
  expect(await read(owner, empty)).toMatchObject({ status: 'draft', version: 1 })
})

test('subscribers who may get marketing texts are an audience of their own', async () => {
  const { owner, add, locationIds, createUser } = await aBusiness({ locations: 2 })
  const [north = '', south = ''] = locationIds
  const people = [await add('Ann'), await add('Bob')]
  for (const { phone } of people)
    ok(
      await owner.call(contract.subscribers.add, {
        phone,
        name: '',
        source: 'paper-form',
        wording: 'Signed the form',
        locationID: north,
      }),
    )
  await add('Cleo')
  const [, bob] = people
  const optOut = { kind: 'opt-out', purpose: 'marketing', source: 'in-person' } as const
  ok(await owner.call(contract.consent.record, { contactId: bob?.id ?? '', ...optOut }))
  const audience = { subscribers: true }
  expect(ok(await owner.call(campaigns.preview, { audience, text: 'x' })).data).toMatchObject({ recipients: 1 })
  const elsewhere = await createUser('Manager', { locationIds: [south] })
  const preview = { audience, text: 'x', locationID: south }
  expect(ok(await elsewhere.call(campaigns.preview, preview)).data).toMatchObject({ recipients: 0 })
  const draft = await save(owner, audience)
  expect(ok(await owner.call(campaigns.start, { id: draft.id, version: 1 })).data.stats).toMatchObject({
    recipients: 1,
  })
})

test('people with an open conversation can be left out', async () => {
  const { owner, add, textFrom } = await aBusiness()
  const quiet = await add('Quiet')
  const writing = await add('Writing')
  await textFrom(writing.phone, 'Are you open?')
  const preview = async (excludesOpenConversations: boolean) =>
    ok(await owner.call(campaigns.preview, { audience: { criteria: {}, excludesOpenConversations }, text: 'x' })).data
  expect(await preview(false)).toMatchObject({ recipients: 2 })
  expect(await preview(true)).toMatchObject({ recipients: 1, samples: [{ phone: quiet.phone }] })
})

test('a campaign is previewed for any contact of its audience; for others it says why they would not get it', async () => {
  const { owner, add, textFrom, createUser } = await aBusiness()
  const ana = await add('Ana Silva', ['VIP'])
  const ben = await add('Ben Berg')
  const cleo = await add('Cleo')
  const group = ok(await owner.call(groups.save, { name: 'Regulars', contactIDs: [ben.id] })).data
  const segment = ok(await owner.call(contactSegments.save, { name: 'VIPs', search: 'tag=VIP' }))
  const signed = { name: '', source: 'paper-form', wording: 'Signed the form' } as const
  ok(await owner.call(contract.subscribers.add, { ...signed, phone: cleo.phone }))
  await textFrom(ben.phone, 'Are you open?')
  const previewFor = async (contact: { id: string }, audience: Audience) =>
    ok(
      await owner.call(campaigns.previewForContact, {
        ...{ audience, text: 'Hi :contact_first_name:', contactID: contact.id },
      }),
    ).data
  const audiences: [Audience, string[]][] = [
    [{ criteria: {} }, ['Ana', 'Ben', 'Cleo']],
    [{ tags: ['VIP'], groupSids: [group.sid] }, ['Ana', 'Ben']],
    [{ segmentIDs: [segment.id] }, ['Ana']],
    [{ subscribers: true }, ['Cleo']],
    [{ criteria: {}, excludesOpenConversations: true }, ['Ana', 'Cleo']],
    [{}, []],
  ]
  for (const [audience, members] of audiences) {
    const texts = [ana, ben, cleo].map(async (contact) => (await previewFor(contact, audience)).text ?? [])
    expect((await Promise.all(texts)).flat()).toEqual(members.map((name) => `Hi ${name}`))
    expect(ok(await owner.call(campaigns.preview, { audience, text: 'x' })).data.recipients).toBe(members.length)
  }
  const excluded = { text: null, isHeld: false }
  expect(await previewFor(cleo, { tags: ['VIP'] })).toEqual({ ...excluded, reason: 'not-in-audience' })
  const withoutOpen = { criteria: {}, excludesOpenConversations: true }
  expect(await previewFor(ben, withoutOpen)).toEqual({ ...excluded, reason: 'open-conversation' })
  clock.goToNext('23:00')
  expect(await previewFor(ana, { criteria: {} })).toEqual({ text: 'Hi Ana', reason: null, isHeld: true })
  await textFrom(ana.phone, 'STOP')
  expect(await previewFor(ana, { criteria: {} })).toEqual({ ...excluded, reason: 'opted-out' })
  clock.goToNext('12:00')
  const hidden = { audience: { criteria: {} }, contactID: ben.id }
  const member = await createUser('TeamMember')
  expect(await member.call(campaigns.previewForContact, hidden)).toFail('ContactNotFound')
})

test('a scheduled campaign is sent at its time to those who match then, and can be returned to a draft before', async () => {
  const { owner, add } = await aBusiness()
  await add('Ana Silva', ['VIP'])
  // A full minute, as people choose it.
  const minute = Temporal.Instant.from(shift(clock.now(), HALF_HOUR_MS)).round({
    smallestUnit: 'minute',
    roundingMode: 'floor',
  })
  const at = minute.toString({ smallestUnit: 'millisecond' })
  const schedule = async ({ id, version }: Campaign, scheduledOnUtc = at) =>
    owner.call(campaigns.start, { id, version, scheduledOnUtc })
  const draft = await save(owner, { tags: ['VIP'] })
  expect(await schedule(draft, clock.now())).toFail('ScheduleTimeInvalid')
  const first = ok(await schedule(draft)).data
  expect(first).toMatchObject({ status: 'scheduled', scheduledOnUtc: at })
  expect(await owner.call(campaigns.save, { id: draft.id, name: 'Y', audience: {} })).toFail('CampaignStatusWrong')
  const back = ok(await owner.call(campaigns.stop, { id: draft.id })).data
  expect(back).toMatchObject({ status: 'draft', scheduledOnUtc: null })
  ok(await schedule(back))
  await add('Ben Berg', ['VIP'])
  await passTime(HALF_HOUR_MS)
  expect(await read(owner, draft)).toMatchObject({ status: 'done', stats: { recipients: 2 } })
})

test('a campaign that missed its time waits for a decision', async () => {
  const { owner, add } = await aBusiness()
  await add('Ana Silva')
  const draft = await save(owner, { criteria: {} })
  const scheduledOnUtc = shift(clock.now(), HALF_HOUR_MS)
  ok(await owner.call(campaigns.start, { id: draft.id, version: 1, scheduledOnUtc }))
  await passTime(HALF_HOUR_MS + 16 * 60_000)
  const late = await read(owner, draft)
  expect(late).toMatchObject({ status: 'needs-attention', problem: 'late', stats: null })
  ok(await owner.call(campaigns.start, { id: late.id, version: late.version }))
  await instance.idle()
  expect(await read(owner, draft)).toMatchObject({ status: 'done', problem: null })
})

test('what a teammate scheduled is not sent once they lost the right to send', async () => {
  const { owner, add, createUser } = await aBusiness()
  const member = await createUser('TeamMember')
  await add('Ana Silva')
  const draft = await save(owner, { criteria: {} })
  const scheduledOnUtc = shift(clock.now(), HALF_HOUR_MS)
  ok(await member.call(campaigns.start, { id: draft.id, version: 1, scheduledOnUtc }))
  const permission = 'campaigns_send_bulk_messages'
  ok(await owner.call(contract.team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  expect(await member.call(campaigns.stop, { id: draft.id })).toFail('Forbidden')
  expect(await read(member, draft)).toMatchObject({ canEdit: true, canSend: false })
  await passTime(HALF_HOUR_MS)
  expect(await read(owner, draft)).toMatchObject({ status: 'needs-attention', problem: 'not-allowed' })
})

test('two editors: the later one sees what changed', async () => {
  const { owner } = await aBusiness()
  const draft = await save(owner, {})
  const edit = (name: string) => owner.call(campaigns.save, { id: draft.id, version: 1, name, audience: {} })
  ok(await edit('Summer offer'))
  expect(await edit('Autumn offer')).toFail('ChangedMeanwhile')
  expect(await read(owner, draft)).toMatchObject({ name: 'Summer offer', version: 2 })
})

test('campaigns of other locations are not seen, and those of the whole business not changed', async () => {
  const { owner, add, locationIds, createUser } = await aBusiness({ locations: 2 })
  const [north = '', south = ''] = locationIds
  const member = await createUser('Manager', { locationIds: [south] })
  await add('Ana Silva')
  const ofNorth = await save(owner, { criteria: {} }, { locationID: north })
  const ofAll = await save(owner, { criteria: {} })
  expect(await member.call(campaigns.get, { id: ofNorth.id })).toFail('CampaignNotFound')
  const listed = ok(await member.call(campaigns.getList, {})).data.campaigns
  expect(listed).toMatchObject([{ id: ofAll.id, canEdit: false, canSend: false }])
  for (const call of [campaigns.delete, campaigns.stop])
    expect(await member.call(call, { id: ofAll.id })).toFail('Forbidden')
  expect(await member.call(campaigns.start, { id: ofAll.id, version: 1 })).toFail('Forbidden')
  const ofSouth = await save(member, { criteria: {} }, { locationID: south })
  expect(await member.call(campaigns.start, { id: ofSouth.id, version: 1 })).toFail('NoRecipients')
  const seen = ok(await member.call(contactList.getList, {})).contacts
  expect(seen).toEqual([])
})

test('a campaign starts conversations in its folder, closed until the contact replies', async () => {
  const tenant = await aBusiness()
  const { owner } = tenant
  const [ana, ben] = [await tenant.add('Ana Silva'), await tenant.add('Ben Berg')]
  await tenant.textFrom(ben.phone, 'Are you open?')
  const draft = await save(owner, { criteria: {} })
  ok(await owner.call(campaigns.start, { id: draft.id, version: 1 }))
  await instance.idle()
  const stateOf = async (phone: string) => (await tenant.conversationWith(phone))?.attributes
  const stats = async () => ok(await owner.call(conversations.getStats, {})).data
  expect(await stateOf(ana.phone)).toMatchObject({ folder: CAMPAIGNS_FOLDER, isClosed: true, unreadMessages: 0 })
  // A conversation that was there before stays where it is.
  expect(await stateOf(ben.phone)).toMatchObject({ folder: DEFAULT_FOLDER, isClosed: false, unreadMessages: 1 })
  expect(await stats()).toMatchObject({ totalOpen: 1, totalClosed: 1 })

  await tenant.textFrom(ana.phone, 'Who is this?')
  expect(await stateOf(ana.phone)).toMatchObject({ folder: CAMPAIGNS_FOLDER, isClosed: false, unreadMessages: 1 })
  expect(await stats()).toMatchObject({ totalOpen: 2, totalClosed: 0, totalUnread: 2, totalNeedsAnswer: 2 })
  await tenant.textFrom(ana.phone, 'STOP')
  expect(await stateOf(ana.phone)).toMatchObject({ isClosed: true, needsAnswerSince: null })
  expect(await stats()).toMatchObject({ totalOpen: 1, totalClosed: 1, totalNeedsAnswer: 1 })
})

test('campaigns, autoresponses and reactions reopen nothing, people’s replies do; an opt-out closes a conversation that no teammate has answered', async () => {
  const tenant = await aBusiness()
  const { owner } = tenant
  const [ana, ben, cleo, dan] = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => tenant.add(name)))
  if (!ana || !ben || !cleo || !dan) throw new Error('No contacts')
  const closed = await tenant.textFrom(dan.phone, 'Thanks')
  ok(await owner.call(attention.markRead, { sid: closed.sid, upToIndex: 1 }))
  ok(await owner.call(conversations.close, { sid: closed.sid }))
  const draft = await save(owner, { criteria: {} })
  ok(await owner.call(campaigns.start, { id: draft.id, version: 1 }))
  await instance.idle()
  const stateOf = async (phone: string) => (await tenant.conversationWith(phone))?.attributes
  const isClosed = { isClosed: true, unreadMessages: 0, needsAnswerSince: null }
  expect(await stateOf(dan.phone)).toMatchObject({ folder: DEFAULT_FOLDER, ...isClosed })
  expect(await tenant.list(owner)).toEqual([])

  await tenant.textFrom(
    ana.phone,
    'I’m driving with Focus turned on. I’ll see your message when I get where I’m going.',
  )
  await tenant.textFrom(ben.phone, 'Liked “Hi Ben”')
  await tenant.textFrom(cleo.phone, 'Stop.')
  for (const { phone } of [ana, ben, cleo])
    expect(await stateOf(phone)).toMatchObject({ folder: CAMPAIGNS_FOLDER, ...isClosed })
  expect(await tenant.list(owner)).toEqual([])

  const conversation = await tenant.textFrom(ana.phone, 'How much is it?')
  await tenant.textFrom(ben.phone, 'Who is this?')
  expect(await tenant.list(owner)).toHaveLength(2)
  ok(
    await owner.call(messages.send, {
      conversationSid: conversation.sid,
      text: '$40',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await tenant.textFrom(ana.phone, 'Then I’ll come on Monday')
  for (const { phone } of [ana, ben]) await tenant.textFrom(phone, 'STOP')
  // Ana got a reply from a teammate, so her conversation stays open.
  expect(await stateOf(ana.phone)).toMatchObject({ isClosed: false, needsAnswerSince: expect.any(String) })
  expect(await stateOf(ben.phone)).toMatchObject({ isClosed: true, needsAnswerSince: null })
})

test('without a folder for campaigns, their conversations start in the default folder', async () => {
  const tenant = await aBusiness()
  const { owner } = tenant
  const [locationID = ''] = tenant.locationIds
  ok(await owner.call(folders.delete, { locationID, folderKey: CAMPAIGNS_FOLDER }))
  const ana = await tenant.add('Ana Silva')
  const draft = await save(owner, { criteria: {} })
  ok(await owner.call(campaigns.start, { id: draft.id, version: 1 }))
  await instance.idle()
  expect((await tenant.conversationWith(ana.phone))?.attributes).toMatchObject({
    folder: DEFAULT_FOLDER,
    isClosed: true,
  })
})

test('a sent campaign keeps the names of deleted segments and groups, for those who may see them', async () => {
  const { owner, add, locationIds, createUser } = await aBusiness({ locations: 2 })
  const [north = '', south = ''] = locationIds
  const ana = await add('Ana Silva', ['VIP'])
  const segmentIDs: string[] = []
  for (const isShared of [false, true]) {
    const name = isShared ? 'Shared VIPs' : 'My VIPs'
    segmentIDs.push(ok(await owner.call(contactSegments.save, { name, search: 'tag=VIP', isShared })).id)
  }
  const group = { name: 'Regulars', contactIDs: [ana.id], locationID: north }
  const { sid } = ok(await owner.call(groups.save, group)).data
  const draft = await save(owner, { segmentIDs, groupSids: [sid] })
  expect(draft.sentNames).toBeNull()
  ok(await owner.call(campaigns.start, { id: draft.id, version: draft.version }))
  await instance.idle()
  for (const id of segmentIDs) ok(await owner.call(contactSegments.delete, { id }))
  ok(await owner.call(groups.delete, { sid }))
  expect((await read(owner, draft)).sentNames).toEqual({ segments: ['My VIPs', 'Shared VIPs'], groups: ['Regulars'] })
  const colleague = await createUser('Manager', { locationIds: [south] })
  expect((await read(colleague, draft)).sentNames).toEqual({ segments: [null, 'Shared VIPs'], groups: [null] })
})
