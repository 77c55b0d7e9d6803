import { type Conversation, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../../testing/client.ts'
import { connectLive } from '../../../testing/live-connection.ts'
import { messageSid, newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const listOf = async (person: TestUser, input: { pageSize?: number; cursor?: string } = {}) =>
  ok(await person.call(contract.undelivered.getList, input))
const sidsOf = async (person: TestUser) => (await listOf(person)).data.items.map(({ message }) => message.sid)
const countOf = async (person: TestUser) => ok(await person.call(contract.undelivered.getCount, {})).data.count
const handle = (person: TestUser, ...sids: string[]) => person.call(contract.undelivered.dismiss, { sids })

/** Sends a text that the carrier rejects with this code. */
async function fail(tenant: Tenant, { sid: conversationSid, phoneNumber }: Conversation, code = 30008) {
  const removeFault = await instance.addFault({ kind: 'fail-send', code, phone: phoneNumber, times: 1 })
  const clientMessageId = crypto.randomUUID()
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid,
      text: `Fails with ${code}`,
      clientMessageId,
    }),
  )
  await instance.idle()
  await removeFault()
  return messageSid(clientMessageId)
}

test('undelivered messages are listed with their reasons, newest first and paginated', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  expect(await countOf(tenant.owner)).toBe(0)
  const first = await fail(tenant, conversation)
  const second = await fail(tenant, await tenant.textFrom(newPhone(), 'Hi'), 30007)
  expect(await countOf(tenant.owner)).toBe(2)
  const page = await listOf(tenant.owner, { pageSize: 1 })
  expect(page.data.items).toMatchObject([
    { message: { sid: second, deliveryError: { reason: 'carrier-filtered', canRetry: false, isHandled: false } } },
  ])
  expect(page.paging).toMatchObject({ hasNextPage: true, nextCursor: expect.any(String) })
  const next = await listOf(tenant.owner, { pageSize: 1, cursor: page.paging.nextCursor ?? '' })
  expect(next.data.items).toMatchObject([{ message: { sid: first }, conversation: { sid: conversation.sid } }])
  expect(next.paging.hasNextPage).toBe(false)
  expect(await tenant.owner.call(contract.undelivered.getList, { cursor: 'nonsense' })).toFail('InvalidInput')
})

test('a dismissed message leaves the list, live and in catch-up, and stays in its conversation', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const sid = await fail(tenant, conversation)
  const colleague = await tenant.createUser('Manager')
  const live = await connectLive(instance.url, colleague.auth)
  const { lastId } = await live.catchUp(null)
  const { messages } = ok(await handle(tenant.owner, sid)).data
  expect(messages).toMatchObject([{ sid, deliveryStatus: 'undelivered', deliveryError: { isHandled: true } }])
  const event = await live.waitFor('message.changed', ({ message }) => message.sid === sid)
  expect(event.message).toEqual(messages[0])
  const missed = await live.catchUp(lastId)
  expect(missed.status === 'ok' && missed.events).toContainEqual(expect.objectContaining({ message: messages[0] }))
  live.close()
  expect(await sidsOf(tenant.owner)).toEqual([])
  expect((await tenant.messagesOf(conversation)).at(-1)?.sid).toBe(sid)
  // Dismissing again is idempotent.
  expect(ok(await handle(tenant.owner, sid)).data.messages).toEqual(messages)
})

test('undoing a dismissal lists the message again, live, unless it was retried since', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const sid = await fail(tenant, await tenant.textFrom(newPhone(), 'Hello'))
  const restore = (person: TestUser) => person.call(contract.undelivered.restore, { sids: [sid] })
  ok(await handle(tenant.owner, sid))
  const colleague = await tenant.createUser('Manager', { locationIds: [here] })
  expect(await restore(await tenant.createUser('Manager', { locationIds: [there] }))).toFail('MessageNotFound')
  const live = await connectLive(instance.url, colleague.auth)
  const { messages } = ok(await restore(tenant.owner)).data
  expect(messages).toMatchObject([{ sid, deliveryError: { isHandled: false } }])
  expect((await live.waitFor('message.changed', ({ message }) => message.sid === sid)).message).toEqual(messages[0])
  live.close()
  expect(await sidsOf(colleague)).toEqual([sid])
  // Restoring again is idempotent.
  expect(ok(await restore(tenant.owner)).data.messages).toEqual(messages)

  ok(await handle(tenant.owner, sid))
  ok(await tenant.owner.call(contract.messages.retry, { sid }))
  await instance.idle()
  ok(await restore(tenant.owner))
  expect(await countOf(tenant.owner)).toBe(0)
})

test('a retried message leaves the list and returns when it fails again, even if dismissed before', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const sid = await fail(tenant, conversation)
  ok(await handle(tenant.owner, sid))
  const removeFault = await instance.addFault({
    kind: 'fail-send',
    code: 30008,
    phone: conversation.phoneNumber,
    times: 1,
  })
  ok(await tenant.owner.call(contract.messages.retry, { sid }))
  await instance.idle()
  await removeFault()
  expect(await sidsOf(tenant.owner)).toEqual([sid])
  ok(await tenant.owner.call(contract.messages.retry, { sid }))
  expect(await sidsOf(tenant.owner)).toEqual([])
  await instance.idle()
  expect(await countOf(tenant.owner)).toBe(0)
})

test('users see and dismiss undelivered messages of visible conversations only', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const sid = await fail(tenant, conversation)
  const atHere = await tenant.createUser('Manager', { locationIds: [here] })
  const atThere = await tenant.createUser('Manager', { locationIds: [there] })
  expect(await sidsOf(atHere)).toEqual([sid])
  expect([await sidsOf(atThere), await countOf(atThere)]).toEqual([[], 0])
  expect(await handle(atThere, sid)).toFail('MessageNotFound')
  const idsAt = async (locationID: string) => {
    const input = { locationIDs: [locationID] }
    const { items } = ok(await tenant.owner.call(contract.undelivered.getList, input)).data
    const { count } = ok(await tenant.owner.call(contract.undelivered.getCount, input)).data
    return [items.map(({ message }) => message.sid), count]
  }
  expect([await idsAt(here), await idsAt(there)]).toEqual([
    [[sid], 1],
    [[], 0],
  ])
  const stranger = await instance.createTenant()
  expect(await handle(stranger.owner, sid)).toFail('MessageNotFound')
  expect(await sidsOf(stranger.owner)).toEqual([])
})

test('a deleted message is not listed', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const sid = await fail(tenant, conversation)
  ok(await tenant.owner.call(contract.messages.remove, { sid }))
  expect([await sidsOf(tenant.owner), await countOf(tenant.owner)]).toEqual([[], 0])
})
