import { contract, type ScheduledMessage } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { ok } from '../../../testing/client.ts'
import { createPng, upload } from '../../../testing/files.ts'
import { connectLive } from '../../../testing/live-connection.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import {
  messageSid,
  newPhone,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../../testing/test-instance.ts'

const HOUR = 60 * 60_000
const { create, update, cancel, sendNow, getList } = contract.scheduledMessages

let instance: TestInstance
let clock: ReturnType<typeof createTestClock>
beforeAll(async () => {
  // Noon on a Wednesday in New York, years ahead, so that day and night are where the tests expect them.
  clock = createTestClock()
  const noon = Temporal.PlainDateTime.from('2038-06-09T12:00').toZonedDateTime('America/New_York')
  clock.advance(noon.epochMilliseconds - Date.now())
  // Sessions don't expire while the test moves through days.
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const later = (milliseconds: number) =>
  Temporal.Instant.from(clock.now()).add({ milliseconds }).toString({ smallestUnit: 'millisecond' })

/** The next occurrence of a time of day in New York. */
const at = (time: string) => {
  const there = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/New_York')
  const today = there.withPlainTime(time)
  const next = Temporal.ZonedDateTime.compare(today, there) > 0 ? today : today.add({ days: 1 })
  return next.toInstant().toString({ smallestUnit: 'millisecond' })
}
const goTo = (instant: string) => clock.goTo(Temporal.Instant.from(instant))

const arrived = async (tenant: Tenant, phone: string) =>
  (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)

async function aConversation(tenant: Tenant, phone = newPhone()) {
  return { phone, ...(await tenant.textFrom(phone, 'Hello')) }
}

const waiting = async (person: TestUser, { sid }: { sid: string }): Promise<ScheduledMessage[]> =>
  ok(await person.call(getList, { conversationSid: sid })).data.scheduledMessages

const schedule = async (person: TestUser, { sid }: { sid: string }, text: string, sendAt?: string) =>
  ok(
    await person.call(create, {
      conversationSid: sid,
      text,
      clientMessageId: crypto.randomUUID(),
      ...(sendAt && { sendAt }),
    }),
  ).data

const runDue = () => instance.runDelayedJobs('send-scheduled-messages')

test('a scheduled message is shown live and in the list, and sent once at its time', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant()
  const teammate = await tenant.createUser('Manager')
  const conversation = await aConversation(tenant)
  const live = await connectLive(instance.url, teammate.auth)
  const sendAt = later(2 * HOUR)
  const id = crypto.randomUUID()
  const request = { conversationSid: conversation.sid, text: 'Your glasses are here', clientMessageId: id, sendAt }
  const planned = ok(await tenant.owner.call(create, request)).data
  expect(planned).toMatchObject({
    sid: messageSid(id),
    state: 'waiting',
    kind: 'scheduled',
    author: 'Olive Owner',
    timeZone: 'America/New_York',
  })
  expect(ok(await tenant.owner.call(create, request)).data.version).toBe(planned.version)
  await live.waitFor('scheduled-message.changed', ({ scheduledMessage }) => scheduledMessage.sid === planned.sid)
  await live.waitFor(
    'conversation.changed',
    ({ conversation: { attributes } }) => attributes.nextScheduledMessageDate !== null,
  )
  expect(await waiting(teammate, conversation)).toMatchObject([{ sid: planned.sid, body: 'Your glasses are here' }])

  // Run too early, the job leaves it waiting.
  await runDue()
  expect(await waiting(teammate, conversation)).toHaveLength(1)
  expect(await arrived(tenant, conversation.phone)).toEqual([])

  clock.advance(2 * HOUR)
  await runDue()
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toEqual(['Your glasses are here'])
  expect(await waiting(teammate, conversation)).toEqual([])
  const messages = await tenant.messagesOf(conversation)
  expect(messages.at(-1)).toMatchObject({ sid: messageSid(id), author: 'Olive Owner', deliveryStatus: 'delivered' })
  expect((await tenant.conversationWith(conversation.phone))?.attributes.nextScheduledMessageDate).toBeNull()
  // The same request, repeated much later.
  expect(ok(await tenant.owner.call(create, request)).data.state).toBe('sent')
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toHaveLength(1)
  live.close()
})

test('any teammate who sees the conversation can edit, reschedule and cancel it', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant()
  const teammate = await tenant.createUser('Manager')
  const conversation = await aConversation(tenant)
  const first = await schedule(tenant.owner, conversation, 'First', later(HOUR))
  const second = await schedule(tenant.owner, conversation, 'Second', later(3 * HOUR))
  const next = async () => (await tenant.conversationWith(conversation.phone))?.attributes.nextScheduledMessageDate
  expect(await next()).toBe(first.dueAt)
  const moved = ok(
    await teammate.call(update, {
      sid: first.sid,
      text: 'First, later',
      sendAt: later(5 * HOUR),
      version: first.version,
    }),
  ).data
  expect(moved).toMatchObject({ body: 'First, later', author: 'Olive Owner', state: 'waiting' })
  expect(await next()).toBe(second.dueAt)
  expect(await tenant.owner.call(update, { sid: first.sid, text: 'Mine', version: first.version })).toFail(
    'ChangedMeanwhile',
  )
  ok(await teammate.call(cancel, { sid: second.sid }))
  expect(await teammate.call(cancel, { sid: second.sid })).toFail('ScheduledMessageNotFound')
  expect(await next()).toBe(moved.dueAt)
  clock.advance(4 * HOUR)
  await runDue()
  expect(await arrived(tenant, conversation.phone)).toEqual([])
  ok(await tenant.owner.call(sendNow, { sid: first.sid }))
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toEqual(['First, later'])
})

test('due in the contact’s night, it is held until their morning with the reason', async () => {
  goTo(at('20:30'))
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const live = await connectLive(instance.url, tenant.owner.auth)
  await schedule(tenant.owner, conversation, 'Good morning', later(HOUR))
  const preview = ok(
    await tenant.owner.call(contract.sending.preview, { conversationSid: conversation.sid, sendAt: later(HOUR) }),
  ).data
  const morning = at('08:00')
  expect(preview).toMatchObject({ verdict: 'hold', reasons: ['quiet-hours'], opensAt: morning })
  clock.advance(HOUR)
  await runDue()
  expect(await waiting(tenant.owner, conversation)).toMatchObject([
    { state: 'held', reasons: ['quiet-hours'], dueAt: morning },
  ])
  await live.waitFor('scheduled-message.changed', ({ scheduledMessage }) => scheduledMessage.state === 'held')
  expect((await tenant.conversationWith(conversation.phone))?.attributes.nextScheduledMessageDate).toBe(morning)
  goTo(morning)
  await runDue()
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toEqual(['Good morning'])
  live.close()
})

test('it stops with the reason when the contact has opted out or been blocked in the meantime', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant()
  for (const [reason, preventSending] of [
    ['opted-out', (phone: string) => tenant.textFrom(phone, 'STOP')],
    [
      'blocked',
      async (_phone: string, sid: string) => ok(await tenant.owner.call(contract.conversations.block, { sid })),
    ],
  ] as const) {
    const conversation = await aConversation(tenant)
    await schedule(tenant.owner, conversation, 'Sale!', later(HOUR))
    await preventSending(conversation.phone, conversation.sid)
    const before = await arrived(tenant, conversation.phone)
    clock.advance(HOUR)
    await runDue()
    const [stopped] = await waiting(tenant.owner, conversation)
    expect(stopped).toMatchObject({ state: 'stopped', reasons: [reason] })
    expect(await arrived(tenant, conversation.phone)).toEqual(before)
    expect(await tenant.owner.call(sendNow, { sid: stopped?.sid ?? '' })).toFail('SendRefused')
    expect(
      await tenant.owner.call(create, {
        conversationSid: conversation.sid,
        text: 'Once more',
        clientMessageId: crypto.randomUUID(),
        sendAt: later(HOUR),
      }),
    ).toFail('SendRefused')
    ok(await tenant.owner.call(cancel, { sid: stopped?.sid ?? '' }))
  }
})

test('it is sent under its author’s name after the author has left', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant()
  const author = await tenant.createUser('Manager')
  const conversation = await aConversation(tenant)
  await schedule(author, conversation, 'See you', later(HOUR))
  ok(await tenant.owner.call(contract.team.removeUser, { userID: author.auth.userId, toUserID: null }))
  clock.advance(HOUR)
  await runDue()
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toEqual(['See you'])
  expect((await tenant.messagesOf(conversation)).at(-1)).toMatchObject({ author: 'Manager Person' })
})

test('more than an hour late, it stops until a teammate decides', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const planned = await schedule(tenant.owner, conversation, 'Lunch?', later(HOUR))
  clock.advance(3 * HOUR)
  await runDue()
  expect(await waiting(tenant.owner, conversation)).toMatchObject([{ state: 'stopped', reasons: ['too-late'] }])
  ok(await tenant.owner.call(sendNow, { sid: planned.sid }))
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toEqual(['Lunch?'])
})

test('without a time it is sent after five seconds and can be undone until then', async () => {
  goTo(at('23:00'))
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const undone = await schedule(tenant.owner, conversation, 'Oh no')
  expect(undone).toMatchObject({ kind: 'undo', state: 'waiting' })
  expect((await tenant.conversationWith(conversation.phone))?.attributes.nextScheduledMessageDate).toBeNull()
  expect(ok(await tenant.owner.call(cancel, { sid: undone.sid })).data).toMatchObject({
    state: 'cancelled',
    body: 'Oh no',
  })
  const sent = await schedule(tenant.owner, conversation, 'Oh yes')
  clock.advance(5000)
  await runDue()
  await instance.idle()
  // Sent at night as well, because a teammate is replying.
  expect(await arrived(tenant, conversation.phone)).toEqual(['Oh yes'])
  expect((await tenant.messagesOf(conversation)).at(-1)?.sid).toBe(sent.sid)
})

test('attachments are reserved, visible to teammates, and released by cancelling', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const file = ok(await upload(tenant.owner, await createPng()))
  const request = (clientMessageId: string) => ({
    conversationSid: conversation.sid,
    attachments: [file.sid],
    clientMessageId,
    sendAt: later(HOUR),
  })
  const planned = ok(await tenant.owner.call(create, request(crypto.randomUUID()))).data
  expect(planned.attachedMedia).toMatchObject([{ sid: file.sid }])
  expect(await tenant.owner.call(create, request(crypto.randomUUID()))).toFail('AttachmentUnknown')
  ok(await tenant.owner.call(cancel, { sid: planned.sid }))
  ok(await tenant.owner.call(create, request(crypto.randomUUID())))
  clock.advance(HOUR)
  await runDue()
  await instance.idle()
  expect((await tenant.messagesOf(conversation)).at(-1)?.attachedMedia).toMatchObject([{ sid: file.sid }])
  expect((await tenant.messagesOnPhone(conversation.phone)).at(-1)?.media).toHaveLength(1)
})

test('invalid times, empty texts and invisible conversations are rejected', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant({ locations: 2 })
  const conversation = await aConversation(tenant)
  const ask = (over: object, person = tenant.owner) =>
    person.call(create, {
      conversationSid: conversation.sid,
      text: 'Hi',
      clientMessageId: crypto.randomUUID(),
      sendAt: later(HOUR),
      ...over,
    })
  expect(await ask({ sendAt: later(-HOUR) })).toFail('ScheduleTimeInvalid')
  expect(await ask({ sendAt: later(400 * 24 * HOUR) })).toFail('ScheduleTimeInvalid')
  expect(await ask({ sendAt: 'tomorrow' })).toFail('InvalidInput')
  expect(await ask({ text: '  \n' })).toFail('InvalidInput')
  expect(await ask({ text: 'x'.repeat(1601) })).toFail('InvalidInput')
  const planned = ok(await ask({})).data
  expect(await tenant.owner.call(update, { sid: planned.sid, text: ' ' })).toFail('MessageEmpty')
  const elsewhere = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[1] ?? ''] })
  expect(await ask({}, elsewhere)).toFail('ConversationNotFound')
  expect(await elsewhere.call(getList, { conversationSid: conversation.sid })).toFail('ConversationNotFound')
  for (const change of [update, cancel, sendNow] as const)
    expect(await elsewhere.call(change, { sid: planned.sid })).toFail('ScheduledMessageNotFound')
})

test('the preview returns the decision, its reasons and the price', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const preview = async (over: object = {}) =>
    ok(await tenant.owner.call(contract.sending.preview, { conversationSid: conversation.sid, ...over })).data
  expect(await preview({ text: 'a'.repeat(161) })).toMatchObject({
    verdict: 'send',
    reasons: [],
    warnings: [],
    opensAt: null,
    segments: 2,
    price: 16_600,
    currency: 'USD',
    timeZone: 'America/New_York',
    timeZoneFrom: 'area-code',
    windowClosesAt: null,
  })
  goTo(at('23:00'))
  // Quiet hours warn unless the contact has just texted and expects a reply.
  expect(await preview()).toMatchObject({ verdict: 'send', warnings: ['quiet-hours'], opensAt: at('08:00') })
  await tenant.textFrom(conversation.phone, 'Still there?')
  expect(await preview()).toMatchObject({ verdict: 'send', warnings: [] })
  await tenant.textFrom(conversation.phone, 'STOP')
  expect(await preview()).toMatchObject({ verdict: 'refuse', reasons: ['opted-out'] })
  ok(
    await tenant.owner.call(contract.sending.saveSettings, {
      pricePerSegment: 10_000,
      quietHours: { opens: '10:00', closes: '18:00' },
    }),
  )
  expect(await preview({ text: 'Hi' })).toMatchObject({ price: 10_000, opensAt: at('10:00') })
  for (const quietHours of [
    { opens: '07:00', closes: '20:00' },
    { opens: '12:00', closes: '11:00' },
    { opens: '8', closes: '21:00' },
  ])
    expect(await tenant.owner.call(contract.sending.saveSettings, { quietHours })).toFail('InvalidInput')
})

test('catch-up includes scheduled messages that are waiting or were sent', async () => {
  goTo(at('12:00'))
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const live = await connectLive(instance.url, tenant.owner.auth)
  const { lastId } = await live.catchUp(null)
  const planned = await schedule(tenant.owner, conversation, 'Later', later(HOUR))
  const missed = await live.catchUp(lastId)
  expect(missed).toMatchObject({ status: 'ok' })
  expect(
    missed.status === 'ok' && missed.events.find(({ type }) => type === 'scheduled-message.changed'),
  ).toMatchObject({
    scheduledMessage: { sid: planned.sid, state: 'waiting' },
  })
  live.close()
})
