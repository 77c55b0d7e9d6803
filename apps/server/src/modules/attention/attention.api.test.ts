import { contract, type Message } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, PASSWORD, startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

const { attention, conversations } = contract

let instance: TestInstance
const clock = createTestClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

/** Advances the clock by hours and signs the people in again, as their sessions may have expired. */
async function later(ms: number, { owner }: Tenant) {
  clock.advance(ms)
  const request = { userName: owner.auth.userName, password: PASSWORD }
  Object.assign(owner.auth, ok(await callEndpoint(instance.url, contract.accounts.authenticate, request)))
}

const HOUR = 60 * 60_000
const inMs = (ms: number) => Temporal.Instant.from(clock.now()).add({ milliseconds: ms }).toString()
const kinds = (messages: Message[]) =>
  messages.flatMap(({ attributes }) => (attributes.type === 'update' ? attributes.update.kind : attributes.type))
const attributesOf = async ({ owner }: Tenant, sid: string) =>
  ok(await owner.call(conversations.getBySid, { sid })).data.attributes
const statsOf = async ({ owner }: Tenant) => ok(await owner.call(conversations.getStats, {})).data
const send = (tenant: Tenant, sid: string, text = 'Hello') =>
  tenant.owner.call(contract.messages.send, { conversationSid: sid, text, clientMessageId: crypto.randomUUID() })

test('a snoozed conversation leaves list and totals, and returns at its time, unread for the teammate who snoozed it', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Next week please')
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  const screen = await connectLive(instance.url, tenant.owner.auth)
  const until = inMs(3 * HOUR)
  const { data } = ok(await tenant.owner.call(attention.snooze, { sid, until }))
  expect(data.attributes).toMatchObject({ isSnoozed: true })
  expect(Temporal.Instant.compare(data.attributes.snoozedUntil ?? '', until)).toBe(0)
  expect(await tenant.list(tenant.owner)).toEqual([])
  expect(await tenant.list(tenant.owner, { isSnoozed: true })).toHaveLength(1)
  // A search still finds it.
  expect(await tenant.list(tenant.owner, { searchPhoneNumber: data.phoneNumber })).toHaveLength(1)
  expect(await statsOf(tenant)).toMatchObject({ totalOpen: 0, totalSnoozed: 1, totalUnread: 0 })

  // A job that runs too early changes nothing.
  await instance.runDelayedJobs('unsnooze-due')
  expect((await attributesOf(tenant, sid)).isSnoozed).toBe(true)
  await later(3 * HOUR + 1000, tenant)
  await instance.runDelayedJobs('unsnooze-due')
  expect(await attributesOf(tenant, sid)).toMatchObject({ isSnoozed: false, snoozedUntil: null, isMarkedUnread: true })
  await screen.waitFor('unread-mark.changed', ({ isMarkedUnread }) => isMarkedUnread)
  screen.close()
  expect(kinds(await tenant.messagesOf({ sid }))).toEqual(['text', 'snoozed', 'unsnoozed'])
  expect(await statsOf(tenant)).toMatchObject({ totalOpen: 1, totalSnoozed: 0, totalUnread: 1 })
  expect(instance.errors).toEqual([])
})

test('a text unsnoozes a conversation, and is stored once; one from a blocked number does not', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'One')
  ok(await tenant.owner.call(attention.snooze, { sid, until: null }))
  await tenant.textFrom(phone, 'Two')
  expect(await attributesOf(tenant, sid)).toMatchObject({ isSnoozed: false, latestMessage: 'Two' })
  expect(kinds(await tenant.messagesOf({ sid }))).toEqual(['text', 'snoozed', 'unsnoozed', 'text'])
  ok(await tenant.owner.call(attention.snooze, { sid, until: inMs(HOUR) }))
  ok(await tenant.owner.call(conversations.block, { sid }))
  await tenant.textFrom(phone, 'Three')
  expect(await attributesOf(tenant, sid)).toMatchObject({ isSnoozed: true, latestMessage: 'Three' })
  ok(await tenant.owner.call(attention.unsnooze, { sid }))
  expect((await attributesOf(tenant, sid)).isSnoozed).toBe(false)
  expect(instance.errors).toEqual([])
})

test('only an open conversation can be snoozed, until a time in the future; closing ends the snooze', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hi')
  for (const until of [inMs(-1000), inMs(400 * 24 * HOUR), 'tomorrow']) {
    expect(await tenant.owner.call(attention.snooze, { sid, until })).toFail('InvalidInput')
  }
  ok(await tenant.owner.call(attention.snooze, { sid, until: inMs(HOUR) }))
  ok(await tenant.owner.call(conversations.close, { sid }))
  expect(await attributesOf(tenant, sid)).toMatchObject({ isSnoozed: false, needsAnswerSince: null, isClosed: true })
  expect(await tenant.owner.call(attention.snooze, { sid, until: null })).toFail('ConversationClosed')
  expect(await statsOf(tenant)).toMatchObject({ totalOpen: 0, totalClosed: 1, totalSnoozed: 0 })
  await later(2 * HOUR, tenant)
  await instance.runDelayedJobs('unsnooze-due')
  expect((await attributesOf(tenant, sid)).isClosed).toBe(true)
})

test('the longest wait comes first; a teammate’s reply, “No reply needed” or closing ends it', async () => {
  const tenant = await instance.createTenant()
  const sids: string[] = []
  for (const text of ['First', 'Second', 'Third', 'Fourth']) {
    sids.push((await tenant.textFrom(newPhone(), text)).sid)
    clock.advance(60_000)
  }
  const [first = '', second = '', third = '', fourth = ''] = sids
  const waiting = async () =>
    (await tenant.list(tenant.owner, { needsAnswer: true, orderBy: 'needsAnswerSince', orderByDesc: false })).map(
      ({ sid }) => sid,
    )
  const since = (await attributesOf(tenant, first)).needsAnswerSince
  // Further texts of the contact do not restart the wait, and reading does not end it.
  ok(await tenant.owner.call(contract.attention.markRead, { sid: first, upToIndex: 1 }))
  expect((await attributesOf(tenant, first)).needsAnswerSince).toBe(since)
  expect(await waiting()).toEqual([first, second, third, fourth])
  expect((await statsOf(tenant)).totalNeedsAnswer).toBe(4)

  ok(await send(tenant, second))
  ok(await tenant.owner.call(attention.handled, { sid: third }))
  ok(await tenant.owner.call(conversations.close, { sid: fourth }))
  expect(await waiting()).toEqual([first])
  expect((await attributesOf(tenant, third)).isClosed).toBe(false)
  const page = ok(
    await tenant.owner.call(conversations.getList, {
      needsAnswer: true,
      orderBy: 'needsAnswerSince',
      orderByDesc: false,
    }),
  )
  expect(page.paging.hasNextPage).toBe(false)
  expect((await statsOf(tenant)).totalNeedsAnswer).toBe(1)
})

test('undoing “no reply needed” or a close restores the time of the contact’s own text, and no other time', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Is it ready?')
  const since = (await attributesOf(tenant, sid)).needsAnswerSince ?? ''
  const waits = async (at: string) =>
    ok(await tenant.owner.call(attention.waiting, { sid, since: at })).data.attributes.needsAnswerSince
  ok(await tenant.owner.call(attention.handled, { sid }))
  expect(await waits(inMs(-HOUR))).toBeNull()
  expect(await waits(since)).toBe(since)
  expect((await statsOf(tenant)).totalNeedsAnswer).toBe(1)

  ok(await tenant.owner.call(conversations.close, { sid }))
  expect(await waits(since)).toBeNull()
  ok(await tenant.owner.call(conversations.open, { sid }))
  expect(await waits(since)).toBe(since)
  clock.advance(1000)
  ok(await send(tenant, sid, 'Yes, it is'))
  expect(await waits(since)).toBeNull()
  const stranger = await instance.createTenant()
  expect(await stranger.owner.call(attention.waiting, { sid, since })).toFail('ConversationNotFound')
  expect(await tenant.owner.call(attention.waiting, { sid, since: 'yesterday' })).toFail('InvalidInput')
  expect(instance.errors).toEqual([])
})

test('the waiting list is paged by cursor, without duplicates', async () => {
  const tenant = await instance.createTenant()
  const sids: string[] = []
  for (let n = 0; n < 5; n++) {
    sids.push((await tenant.textFrom(newPhone(), `Text ${n}`)).sid)
    clock.advance(1000)
  }
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, paging } = ok(
      await tenant.owner.call(conversations.getList, {
        needsAnswer: true,
        orderBy: 'needsAnswerSince',
        orderByDesc: false,
        pageSize: 2,
        ...(cursor && { cursor }),
      }),
    )
    seen.push(...data.conversations.map(({ sid }) => sid))
    cursor = paging.nextCursor
  }
  expect(seen).toEqual(sids)
})

test('STOP, a blocked number and an automatic reply neither start nor end the wait', async () => {
  const tenant = await instance.createTenant()
  const stopped = await tenant.textFrom(newPhone(), 'STOP')
  expect((await attributesOf(tenant, stopped.sid)).needsAnswerSince).toBeNull()
  const liker = newPhone()
  const liked = await tenant.textFrom(liker, 'Thanks')
  ok(await send(tenant, liked.sid, 'See you'))
  await tenant.textFrom(liker, 'Liked “See you”')
  expect((await attributesOf(tenant, liked.sid)).needsAnswerSince).toBeNull()
  const blocked = await tenant.textFrom(newPhone(), 'Buy this')
  ok(await tenant.owner.call(conversations.block, { sid: blocked.sid }))
  expect((await attributesOf(tenant, blocked.sid)).needsAnswerSince).toBeNull()
  const answer = { isEnabled: true, message: 'We will be with you shortly.' }
  ok(await tenant.owner.call(contract.conversationConfigs.save, { replyOnNewMessage: answer }))
  const greeted = await tenant.textFrom(newPhone(), 'Hello')
  await instance.idle()
  expect(kinds(await tenant.messagesOf(greeted))).toEqual(['text', 'text'])
  expect((await attributesOf(tenant, greeted.sid)).needsAnswerSince).not.toBeNull()
})

test('an unread mark is private, counted and cleared by reading; catch-up reports it', async () => {
  const tenant = await instance.createTenant()
  const other = await tenant.createUser('Manager')
  const { sid } = await tenant.textFrom(newPhone(), 'Hi')
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  const screen = await connectLive(instance.url, tenant.owner.auth)
  const start = (await screen.catchUp(null)).lastId
  expect(ok(await tenant.owner.call(attention.markUnread, { sid })).data.attributes.isMarkedUnread).toBe(true)
  await screen.waitFor('unread-mark.changed', ({ conversationSid }) => conversationSid === sid)
  const missed = await screen.catchUp(start)
  expect(missed.status === 'ok' && missed.events).toContainEqual(
    expect.objectContaining({ type: 'unread-mark.changed', conversationSid: sid, isMarkedUnread: true }),
  )
  expect(await tenant.list(tenant.owner, { hasUnreadMessages: true })).toHaveLength(1)
  expect(await tenant.list(other, { hasUnreadMessages: true })).toHaveLength(0)
  expect(await statsOf(tenant)).toMatchObject({ totalUnread: 1, unreadTotals: { byFolder: { new: 1 } } })
  expect(ok(await other.call(conversations.getStats, {})).data.totalUnread).toBe(0)
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  await screen.waitFor('unread-mark.changed', ({ isMarkedUnread }) => !isMarkedUnread)
  screen.close()
  expect(await statsOf(tenant)).toMatchObject({ totalUnread: 0 })
  expect(await tenant.list(tenant.owner, { hasUnreadMessages: true })).toHaveLength(0)
})
