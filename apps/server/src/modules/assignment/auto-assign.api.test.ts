import { contract, type Message } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import {
  newPhone,
  PASSWORD,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../testing/test-instance.ts'
import { answerInbound } from '../auto-replies/auto-reply.job.ts'

const { conversationConfigs, conversations } = contract

let instance: TestInstance
const clock = createTestClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

/** Advances the clock and signs the people in again, as their sessions may have expired. */
async function later(ms: number, ...people: TestUser[]) {
  clock.advance(ms)
  for (const { auth } of people) {
    const request = { userName: auth.userName, password: PASSWORD }
    Object.assign(auth, ok(await callEndpoint(instance.url, contract.accounts.authenticate, request)))
  }
}

const MINUTE = 60_000
const runAutoAssign = () => instance.runJob('auto-assign')
const holderOf = async ({ owner }: Tenant, sid: string) =>
  ok(await owner.call(conversations.getBySid, { sid })).data.attributes.toUserID
const kinds = (messages: Message[]) =>
  messages.flatMap(({ attributes }) => (attributes.type === 'update' ? attributes.update.kind : attributes.type))
const text = async (tenant: Tenant, body: string) => {
  const { sid } = await tenant.textFrom(newPhone(), body)
  await instance.idle()
  return sid
}

test('a teammate at capacity is skipped; the queue is assigned in its order', async () => {
  const tenant = await instance.createTenant()
  const ann = await tenant.createUser('TeamMember')
  ok(
    await tenant.owner.call(conversationConfigs.save, {
      isAutoAssign: true,
      autoAssignUserIDs: [ann.auth.userId],
      autoAssignCapacity: 2,
    }),
  )
  const sids: string[] = []
  for (const body of ['One', 'Two', 'Three', 'Four']) {
    sids.push(await text(tenant, body))
    clock.advance(MINUTE)
  }
  const holders = () => Promise.all(sids.map((sid) => holderOf(tenant, sid)))
  const { userId } = ann.auth
  expect(await holders()).toEqual([userId, userId, null, null])
  await runAutoAssign()
  expect(await holders()).toEqual([userId, userId, null, null])
  // Capacity for one again: the longest wait is assigned. Two concurrent runs assign it once.
  ok(await ann.call(conversations.close, { sid: sids[0] ?? '' }))
  await Promise.all([runAutoAssign(), runAutoAssign()])
  expect(await holders()).toEqual([userId, userId, userId, null])
  expect(instance.errors).toEqual([])
})

test('only present teammates are assigned conversations; one who comes back gets those that waited', async () => {
  const tenant = await instance.createTenant()
  const ann = await tenant.createUser('TeamMember')
  ok(await tenant.owner.call(conversationConfigs.save, { isAutoAssign: true, isAutoAssignOnlyPresent: true }))
  const sid = await text(tenant, 'Anybody there?')
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBeNull()
  const screen = await connectLive(instance.url, ann.auth)
  screen.reportScreen('/conversations')
  await screen.waitFor('presence.changed', ({ presence }) => presence.userID === ann.auth.userId && presence.isActive)
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBe(ann.auth.userId)
  screen.close()
})

test('outside of opening hours nothing is auto-assigned; the queue waits', async () => {
  const tenant = await instance.createTenant()
  const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
  const [locationID = ''] = tenant.locationIds
  const hours = (week: typeof closed | Record<string, unknown>, version: number) =>
    tenant.owner.call(contract.businessHours.save, {
      locationID,
      week: week as typeof closed,
      exceptions: [],
      afterHours: { isEnabled: false, message: '' },
      version,
    })
  ok(await hours(closed, 0))
  ok(await tenant.owner.call(conversationConfigs.save, { isAutoAssign: true, isAutoAssignInHours: true }))
  const sid = await text(tenant, 'Late')
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBeNull()
  const always = [{ opens: '00:00', closes: '24:00' }]
  ok(await hours(Object.fromEntries(Object.keys(closed).map((day) => [day, always])), 1))
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).not.toBeNull()
})

test('a conversation without a reply in time is reassigned, again and again, until a teammate replies', async () => {
  const tenant = await instance.createTenant()
  const [ann, bea] = [await tenant.createUser('Manager'), await tenant.createUser('Manager')]
  ok(
    await tenant.owner.call(conversationConfigs.save, {
      reassignAfterMinutes: 10,
      autoAssignUserIDs: [ann.auth.userId, bea.auth.userId],
    }),
  )
  const sid = await text(tenant, 'Hello?')
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBeNull()
  ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: ann.auth.userId }))
  await later(9 * MINUTE, tenant.owner, ann)
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBe(ann.auth.userId)
  await later(2 * MINUTE, tenant.owner, ann)
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBe(bea.auth.userId)
  // Their time to reply begins when it is assigned to them.
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBe(bea.auth.userId)
  await later(11 * MINUTE, tenant.owner, ann)
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBe(ann.auth.userId)
  ok(
    await ann.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Here',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await later(30 * MINUTE, tenant.owner, ann)
  await runAutoAssign()
  expect(await holderOf(tenant, sid)).toBe(ann.auth.userId)
  expect(kinds(await tenant.messagesOf({ sid }))).toEqual(['text', 'assigned', 'reassigned', 'reassigned', 'text'])
  expect(instance.errors).toEqual([])
})

test('a conversation without a reply is reassigned five times at most', async () => {
  const tenant = await instance.createTenant()
  const ann = await tenant.createUser('Manager')
  ok(await tenant.owner.call(conversationConfigs.save, { reassignAfterMinutes: 5 }))
  const sid = await text(tenant, 'Hello?')
  ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: ann.auth.userId }))
  for (let round = 0; round < 8; round++) {
    clock.advance(6 * MINUTE)
    await runAutoAssign()
  }
  await later(0, tenant.owner)
  expect(kinds(await tenant.messagesOf({ sid })).filter((kind) => kind === 'reassigned')).toHaveLength(5)
  expect(instance.errors).toEqual([])
})

test('no capacity at one location does not block auto-assignment at another', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [, there = ''] = tenant.locationIds
  const bea = await tenant.createUser('TeamMember', { locationIds: [there] })
  ok(
    await tenant.owner.call(conversationConfigs.save, {
      autoAssignUserIDs: [bea.auth.userId],
      isAutoAssign: true,
    }),
  )
  const [here, elsewhere] = tenant.numbers
  const first = (await tenant.textFrom(newPhone(), 'At a place nobody looks after', { to: here ?? '' })).sid
  clock.advance(MINUTE)
  const second = (await tenant.textFrom(newPhone(), 'At hers', { to: elsewhere ?? '' })).sid
  await instance.idle()
  await tenant.owner.call(contract.assignment.change, { sid: second, toUserID: null })
  await runAutoAssign()
  expect([await holderOf(tenant, first), await holderOf(tenant, second)]).toEqual([null, bea.auth.userId])
})

test('a reopened conversation returns to the queue if the business has chosen so', async () => {
  const tenant = await instance.createTenant()
  const ann = await tenant.createUser('Manager')
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hi')
  ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: ann.auth.userId }))
  for (const [reopenKeepsAssignee, holder] of [
    [true, ann.auth.userId],
    [false, null],
  ] as const) {
    ok(await tenant.owner.call(conversationConfigs.save, { reopenKeepsAssignee }))
    ok(await tenant.owner.call(conversations.close, { sid }))
    await tenant.textFrom(phone, 'One more thing')
    await instance.idle()
    expect(await holderOf(tenant, sid)).toBe(holder)
  }
  // A teammate who was assigned it since keeps it, although the job runs again.
  ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: ann.auth.userId }))
  const said = (await tenant.messagesOf({ sid })).findLast(({ body }) => body === 'One more thing')
  await answerInbound.run(
    instance.server.services,
    { tenantId: tenant.tenantId, messageId: fromSid(said?.sid ?? ''), isReopened: true },
    { jobId: '0', isLast: false },
  )
  expect(await holderOf(tenant, sid)).toBe(ann.auth.userId)
})

test('an auto-closed conversation gets the closing text once, and reopens with the next text', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Thanks!')
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  const parting = { isEnabled: true, message: 'Goodbye from :business_name:.' }
  ok(await tenant.owner.call(conversationConfigs.save, { autoClose: '1-day', autoCloseMessage: parting }))
  const { timeZone } = ok(await tenant.owner.call(contract.locations.getLocations, undefined)).locations[0] ?? {}
  // Noon in two days: in the daytime, when closing texts are sent.
  const now = Temporal.Instant.from(clock.now()).toZonedDateTimeISO(timeZone ?? 'UTC')
  const noon = now.add({ days: 2 }).withPlainTime('12:00')
  await later(now.until(noon).total('milliseconds'), tenant.owner)
  for (let time = 0; time < 2; time++) await instance.runJob('close-idle-conversations')
  const goodbyes = (await tenant.messagesOnPhone(phone)).filter(({ body }) => body.startsWith('Goodbye'))
  expect(goodbyes).toHaveLength(1)
  expect(ok(await tenant.owner.call(conversations.getBySid, { sid })).data.attributes.isClosed).toBe(true)
  // At night it stays open.
  await tenant.textFrom(phone, 'Back again')
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 100 }))
  await later((2 * 24 + 12) * 60 * MINUTE, tenant.owner)
  await instance.runJob('close-idle-conversations')
  expect((await tenant.messagesOnPhone(phone)).filter(({ body }) => body.startsWith('Goodbye'))).toHaveLength(1)
  expect(ok(await tenant.owner.call(conversations.getBySid, { sid })).data.attributes.isClosed).toBe(false)
  expect(instance.errors).toEqual([])
})

test('a contact who never wrote gets no closing text', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const [tenantPhoneNumber = ''] = tenant.numbers
  const { sid } = ok(
    await tenant.owner.call(conversations.getSetSms, { contactPhoneNumber: phone, tenantPhoneNumber, toUserID: null }),
  ).data
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Are you still looking for a room?',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await instance.idle()
  const parting = { isEnabled: true, message: 'Goodbye' }
  ok(await tenant.owner.call(conversationConfigs.save, { autoClose: '1-day', autoCloseMessage: parting }))
  const { timeZone } = ok(await tenant.owner.call(contract.locations.getLocations, undefined)).locations[0] ?? {}
  const now = Temporal.Instant.from(clock.now()).toZonedDateTimeISO(timeZone ?? 'UTC')
  await later(now.until(now.add({ days: 3 }).withPlainTime('12:00')).total('milliseconds'), tenant.owner)
  await instance.runJob('close-idle-conversations')
  expect((await tenant.messagesOnPhone(phone)).map(({ body }) => body)).toEqual(['Are you still looking for a room?'])
  expect(ok(await tenant.owner.call(conversations.getBySid, { sid })).data.attributes.isClosed).toBe(true)
})

test('invalid limits are rejected', async () => {
  const { owner } = await instance.createTenant()
  for (const wrong of [
    { autoAssignCapacity: 0 },
    { autoAssignCapacity: 1.5 },
    { reassignAfterMinutes: 1 },
    { reassignAfterMinutes: 100_000 },
    { autoCloseMessage: { isEnabled: true, message: '  ' } },
  ]) {
    expect(await owner.call(conversationConfigs.save, wrong)).toFail('InvalidInput')
  }
})
