import { contract, type Message } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { messageSid, newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const send = async (tenant: Tenant, conversationSid: string, text: string, attachments: string[] = []) => {
  const clientMessageId = crypto.randomUUID()
  ok(await tenant.owner.call(contract.messages.send, { conversationSid, text, clientMessageId, attachments }))
  return messageSid(clientMessageId)
}
const remove = async (tenant: Tenant, sid: string) =>
  ok(await tenant.owner.call(contract.messages.remove, { sid })).data
const bodies = (messages: Message[]) => messages.map(({ body }) => body)

test('a deleted message disappears from thread, list and catch-up; a tombstone and the audit log remain', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'My card is 4111 1111')
  const first = await tenant.textFrom(phone, 'Oops')
  expect(first.attributes.unreadMessages).toBe(2)
  const [secret] = await tenant.messagesOf(conversation)
  const colleague = await tenant.createUser('Manager')
  const live = await connectLive(instance.url, colleague.auth)
  const { lastId } = await live.catchUp(null)

  const answer = await remove(tenant, secret?.sid ?? '')
  expect(answer.wasSent).toBe(false)
  expect(answer.message).toMatchObject({
    index: 1,
    body: '',
    author: 'Olive Owner',
    attributes: { type: 'update', update: { kind: 'message-deleted', value: null } },
  })
  expect(answer.conversation.attributes).toMatchObject({ unreadMessages: 1, latestMessage: 'Oops' })
  const event = await live.waitFor('message.changed', ({ message }) => message.sid === secret?.sid)
  expect(event.message).toEqual(answer.message)
  const missed = await live.catchUp(lastId)
  expect(JSON.stringify(missed)).not.toMatch(/4111 ?1111/)
  expect(JSON.stringify(missed)).toContain('message-deleted')
  live.close()

  expect(bodies(await tenant.messagesOf(conversation))).toEqual(['', 'Oops'])
  const { rows } = await instance.server.database.owner.query('select t::text from messages t where tenant_id = $1', [
    tenant.tenantId,
  ])
  expect(JSON.stringify(rows)).not.toMatch(/4111 ?1111/)
  const entries = ok(await tenant.owner.call(contract.audit.getList, {})).data.entries
  expect(entries.find(({ action }) => action === 'message.deleted')).toMatchObject({ actorName: 'Olive Owner' })
  expect(JSON.stringify(entries)).not.toMatch(/4111 ?1111/)
})

test('the inbox preview becomes that of the newest remaining message, or empty', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'First  line')
  const latest = await send(tenant, conversation.sid, 'Second line')
  await instance.idle()
  const [inList] = await tenant.list(tenant.owner)
  expect(inList?.lastMessage).toMatchObject({ author: 'Olive Owner', authorUserID: tenant.owner.auth.userId })
  const reply = await send(tenant, conversation.sid, 'Third line')
  expect((await remove(tenant, reply)).conversation.lastMessage).toMatchObject({
    message: 'Second line',
    author: 'Olive Owner',
  })
  expect((await remove(tenant, latest)).conversation).toMatchObject({
    attributes: { latestMessage: 'First line', deliveryStatus: null },
    lastMessage: { message: 'First line', isOutgoingMessage: false, author: '', authorUserID: null },
  })
  const [first] = await tenant.messagesOf(conversation)
  const emptied = (await remove(tenant, first?.sid ?? '')).conversation
  expect(emptied.attributes).toMatchObject({ latestMessage: '', unreadMessages: 0 })
  expect(emptied.lastMessage).toBeNull()
  expect(ok(await tenant.owner.call(contract.conversations.getStats, {})).data.totalUnread).toBe(0)
  // Later messages continue the numbering.
  expect((await tenant.textFrom(phone, 'Third')).attributes).toMatchObject({
    latestMessage: 'Third',
    unreadMessages: 1,
  })
})

test('a queued message is cancelled; those behind it are sent', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const first = await send(tenant, conversation.sid, 'One moment')
  await instance.idle()
  // While one is in flight, those behind it wait.
  const { owner } = instance.server.database
  const put = (set: string) => owner.query(`update messages set ${set} where id = $1`, [fromSid(first)])
  await put(`delivery_status = 'sending', provider_sid = null`)
  const waiting = await send(tenant, conversation.sid, 'Sorry, wrong person')
  await instance.idle()
  expect((await remove(tenant, waiting)).wasSent).toBe(false)
  await put(`delivery_status = 'delivered', provider_sid = 'SM0'`)
  await send(tenant, conversation.sid, 'Right person')
  await instance.idle()
  expect(bodies((await tenant.messagesOnPhone(phone)) as never)).toEqual(['Hello', 'One moment', 'Right person'])
})

test('a message the carrier has accepted is deleted here only, and late reports change nothing', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const removeFault = await instance.addFault({ kind: 'delay', target: 'status', ms: 300, phone })
  const sid = await send(tenant, conversation.sid, 'On its way')
  await expect
    .poll(async () => (await tenant.messagesOf(conversation)).at(-1)?.deliveryStatus, { timeout: 5000 })
    .not.toBe('queued')
  const answer = await remove(tenant, sid)
  expect(answer.wasSent).toBe(true)
  await removeFault()
  await expect.poll(async () => (await tenant.messagesOnPhone(phone)).at(-1)?.status).toBe('delivered')
  await instance.idle()
  expect((await tenant.messagesOf(conversation)).at(-1)).toEqual(answer.message)
  expect(bodies((await tenant.messagesOnPhone(phone)) as never)).toContain('On its way')
})

test('its files are deleted, from the URL and from storage', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const form = new FormData()
  form.append('file', new File([PIXEL], 'x-ray.png', { type: 'image/png' }))
  const file = (await callEndpoint(
    instance.url,
    contract.files.uploadFile,
    form as never,
    tenant.owner.auth.bearerToken,
  )) as { sid: string; url: string }
  const sid = await send(tenant, conversation.sid, '', [file.sid])
  const { rows } = await instance.server.database.owner.query<{ storage_key: string }>(
    'select storage_key from files where tenant_id = $1',
    [tenant.tenantId],
  )
  const { storage } = instance.server.services
  const key = rows[0]?.storage_key ?? ''
  expect((await storage.get(key)).length).toBeGreaterThan(0)
  expect((await remove(tenant, sid)).message.attachedMedia).toEqual([])
  await expect
    .poll(() =>
      storage.get(key).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone')
})

test('requires the permission and access to the conversation, and is idempotent', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const [message] = await tenant.messagesOf(conversation)
  const sid = message?.sid ?? ''
  const manager = await tenant.createUser('Manager')
  expect(await manager.call(contract.messages.remove, { sid })).toFail('Forbidden')
  const elsewhere = await tenant.createUser('Owner', { locationIds: [tenant.locationIds[1] ?? ''] })
  expect(await elsewhere.call(contract.messages.remove, { sid })).toFail('MessageNotFound')
  const once = await remove(tenant, sid)
  expect((await remove(tenant, sid)).message).toEqual(once.message)
})
