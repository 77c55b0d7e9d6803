import { contract, type Message } from '@frontdesk/contract/api'
import { type DeliveryReason, fromSid } from '@frontdesk/contract/rules'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { callEndpoint, ok } from '../../../testing/client.ts'
import { connectLive } from '../../../testing/live-connection.ts'
import { messageSid, newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../../testing/test-instance.ts'
import { sendMessage } from './send-message.ts'

const instance = await sharedTestInstance()

const { send, retry } = contract.messages

/** Texts the phone received from us. */
const arrived = async (tenant: Tenant, phone: string) =>
  (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)

const only = async (tenant: Tenant, conversation: { sid: string }, id: string): Promise<Message> => {
  const matching = (await tenant.messagesOf(conversation)).filter(({ sid }) => sid === messageSid(id))
  expect(matching).toHaveLength(1)
  return matching[0] as Message
}

const aConversation = async (tenant: Tenant, phone = newPhone()) => ({
  phone,
  ...(await tenant.textFrom(phone, 'Hello')),
})

const request = (conversation: { sid: string }, text: string, clientMessageId: string = crypto.randomUUID()) => ({
  conversationSid: conversation.sid,
  text,
  clientMessageId,
})

async function aPicture(person: TestUser): Promise<string> {
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#228be6' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new File([new Uint8Array(png)], 'door.png', { type: 'image/png' }))
  return ok(await person.call(contract.files.uploadFile, form as never)).sid
}

test('a text reaches the phone, and its status updates are pushed to every screen', async () => {
  const tenant = await instance.createTenant()
  const teammate = await tenant.createUser('Manager')
  const conversation = await aConversation(tenant)
  const live = await connectLive(instance.url, teammate.auth)
  const id = crypto.randomUUID()
  const sent = ok(await tenant.owner.call(send, request(conversation, 'See you at 3  ', id))).data
  expect(sent.message).toMatchObject({
    sid: messageSid(id),
    index: 2,
    body: 'See you at 3',
    author: 'Olive Owner',
    authorUserID: tenant.owner.auth.userId,
    deliveryStatus: 'queued',
    deliveryError: null,
    segments: 1,
    attributes: { type: 'text', isOutgoingMessage: true },
  })
  expect(sent.conversation.attributes).toMatchObject({ latestMessage: 'See you at 3', deliveryStatus: 'queued' })
  await live.waitFor('message.created', ({ message }) => message.sid === messageSid(id))
  await live.waitFor('message.changed', ({ message }) => message.deliveryStatus === 'delivered')
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toEqual(['See you at 3'])
  expect(await only(tenant, conversation, id)).toMatchObject({ deliveryStatus: 'delivered', deliveryError: null })
  expect((await tenant.conversationWith(conversation.phone))?.attributes.deliveryStatus).toBe('delivered')
  const seen = live.received.flatMap((event) => ('message' in event ? [event.message.deliveryStatus] : []))
  const ladder = ['queued', 'sending', 'sent', 'delivered']
  expect(seen).toEqual([...seen].sort((a, b) => ladder.indexOf(a ?? '') - ladder.indexOf(b ?? '')))
  live.close()
})

test('repeated with one id it is sent once, sequentially and concurrently', async () => {
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const [first, second] = [request(conversation, 'One'), request(conversation, 'Two')]
  const once = ok(await tenant.owner.call(send, first)).data.message
  expect(ok(await tenant.owner.call(send, first)).data.message.sid).toBe(once.sid)
  const answers = await Promise.all(Array.from({ length: 10 }, () => tenant.owner.call(send, second)))
  expect(new Set(answers.map((answer) => ok(answer).data.message.index))).toEqual(new Set([3]))
  await instance.idle()
  // Repeated once more after delivery.
  expect(ok(await tenant.owner.call(send, first)).data.message).toMatchObject({
    sid: once.sid,
    deliveryStatus: 'delivered',
  })
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toEqual(['One', 'Two'])
  expect(await tenant.messagesOf(conversation)).toHaveLength(3)
})

test('the id of another message is rejected', async () => {
  const tenant = await instance.createTenant()
  const [here, there] = [await aConversation(tenant), await aConversation(tenant)]
  const id = crypto.randomUUID()
  ok(await tenant.owner.call(send, request(here, 'Yes', id)))
  const picture = await aPicture(tenant.owner)
  expect(await tenant.owner.call(send, request(here, 'No', id))).toFail('ClientMessageIdReused')
  expect(await tenant.owner.call(send, request(there, 'Yes', id))).toFail('ClientMessageIdReused')
  expect(await tenant.owner.call(send, { ...request(here, 'Yes', id), attachments: [picture] })).toFail(
    'ClientMessageIdReused',
  )
  await instance.idle()
  expect(await arrived(tenant, here.phone)).toEqual(['Yes'])
  expect(await arrived(tenant, there.phone)).toEqual([])
})

test('another business may use the same id', async () => {
  const [one, two] = [await instance.createTenant(), await instance.createTenant()]
  const id = crypto.randomUUID()
  for (const tenant of [one, two]) {
    const conversation = await aConversation(tenant)
    ok(await tenant.owner.call(send, request(conversation, 'Hello from us', id)))
    await instance.idle()
    expect(await arrived(tenant, conversation.phone)).toEqual(['Hello from us'])
  }
})

test('only own uploads can be attached, and only once', async () => {
  const tenant = await instance.createTenant()
  const stranger = await instance.createTenant()
  const teammate = await tenant.createUser('Manager')
  const conversation = await aConversation(tenant)
  const picture = await aPicture(tenant.owner)
  const withFile = (attachments: string[]) => ({ ...request(conversation, ''), attachments })
  const unknown = `ME${'0'.repeat(32)}`
  expect(await teammate.call(send, withFile([picture]))).toFail('AttachmentUnknown')
  expect(await tenant.owner.call(send, withFile([await aPicture(stranger.owner)]))).toFail('AttachmentUnknown')
  expect(await tenant.owner.call(send, withFile([picture, unknown]))).toFail('AttachmentUnknown')
  expect(await tenant.owner.call(send, withFile([picture, picture]))).toFail('AttachmentUnknown')
  ok(await tenant.owner.call(send, withFile([picture])))
  expect(await tenant.owner.call(send, withFile([picture]))).toFail('AttachmentUnknown')
  expect(await tenant.messagesOf(conversation)).toHaveLength(2)
})

test('sending clears the draft, but not a newer one', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const save = async (messageDraft: string) =>
    ok(await tenant.owner.call(contract.conversations.saveDraft, { sid, messageDraft }))
  const request = (text: string) => ({ conversationSid: sid, text, clientMessageId: crypto.randomUUID() })
  const draft = async () => (await tenant.list(tenant.owner))[0]?.attributes.drafts?.map((one) => one.messageDraft)
  for (const endpoint of [contract.messages.send, contract.scheduledMessages.create]) {
    await save(' We are ope')
    ok(await tenant.owner.call(endpoint, request('We are open until six')))
    expect(await draft()).toEqual([])
    await save('And on Sunday')
    ok(await tenant.owner.call(endpoint, request('We are open until six')))
    expect(await draft()).toEqual(['And on Sunday'])
  }
})

test('an empty text and one above 1600 characters are rejected; 1600 are accepted', async () => {
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  for (const text of ['', '   ', '\u200b\u2060\u200d', 'x'.repeat(1601), 'x'.repeat(10_000)]) {
    expect(await tenant.owner.call(send, request(conversation, text))).toFail('InvalidInput')
  }
  ok(await tenant.owner.call(send, request(conversation, 'x'.repeat(1600))))
  await instance.idle()
  expect(await arrived(tenant, conversation.phone)).toEqual(['x'.repeat(1600)])
})

test('an invisible conversation cannot be written to: another business, another location, none', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const conversation = await aConversation(tenant)
  const elsewhere = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[1] ?? ''] })
  const stranger = await instance.createTenant()
  expect(await elsewhere.call(send, request(conversation, 'Hi'))).toFail('ConversationNotFound')
  expect(await stranger.owner.call(send, request(conversation, 'Hi'))).toFail('ConversationNotFound')
  expect(await callEndpoint(instance.url, send, request(conversation, 'Hi'))).toFail('NotSignedIn')
  expect(await tenant.messagesOf(conversation)).toHaveLength(1)
})

test('twenty texts in quick succession keep their order in the thread and on the phone', async () => {
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const bodies = Array.from({ length: 20 }, (_, n) => `step ${n}`)
  await Promise.all(bodies.map((body) => tenant.owner.call(send, request(conversation, body))))
  await instance.idle()
  const thread = (await tenant.messagesOf(conversation)).slice(1)
  expect(thread.map(({ index }) => index)).toEqual(bodies.map((_, n) => n + 2))
  expect(thread.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted())
  expect(await arrived(tenant, conversation.phone)).toEqual(thread.map(({ body }) => body))
  expect(thread.every(({ deliveryStatus }) => deliveryStatus === 'delivered')).toBe(true)
})

test('the send gate refuses with its reasons, and nothing is stored', async () => {
  const tenant = await instance.createTenant()
  const optedOut = await aConversation(tenant)
  await tenant.textFrom(optedOut.phone, 'STOP')
  const blocked = await aConversation(tenant)
  ok(await tenant.owner.call(contract.conversations.block, { sid: blocked.sid }))
  const phone = newPhone()
  await instance.addFault({ kind: 'landline', phone })
  const landline = ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactPhoneNumber: phone,
      tenantPhoneNumber: tenant.numbers[0] ?? '',
    }),
  ).data
  await instance.idle()
  expect((await tenant.conversationWith(phone))?.contact.lineType).toBe('landline')

  const cases = [
    [optedOut, 'opted-out', optedOut.phone],
    [blocked, 'blocked', blocked.phone],
    [landline, 'landline', phone],
  ] as const
  for (const [conversation, reason, number] of cases) {
    const before = await tenant.messagesOf(conversation)
    const refused = await tenant.owner.call(send, request(conversation, 'Hello?'))
    expect(refused).toFail('SendRefused')
    expect(refused).toMatchObject({ status: 422, body: { data: { reasons: [reason] } } })
    expect(await tenant.messagesOf(conversation)).toEqual(before)
    expect(await arrived(tenant, number)).not.toContain('Hello?')
  }
})

test('all reasons are returned when there are several', async () => {
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  await tenant.textFrom(conversation.phone, 'STOP')
  ok(await tenant.owner.call(contract.conversations.block, { sid: conversation.sid }))
  expect(await tenant.owner.call(send, request(conversation, 'Hello?'))).toMatchObject({
    body: { data: { reasons: ['opted-out', 'blocked'] } },
  })
})

test('without a carrier account nothing is queued', async () => {
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  const actor = await instance.server.services.sessions.authenticateBearer(tenant.owner.auth.bearerToken)
  const withoutAccount = { ...instance.server.services, sharedAccount: () => null }
  const refused = instance.server.database.inTenant(actor, (tx) =>
    sendMessage(withoutAccount, tx, actor, {
      conversationId: fromSid(conversation.sid),
      text: 'Hello?',
      attachmentIds: [],
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await expect(refused).rejects.toMatchObject({ status: 422, data: { reasons: ['no-sending-account'] } })
  expect(await tenant.messagesOf(conversation)).toHaveLength(1)
})

test('an opt-out between queueing and sending fails the text with that reason and no false consent event', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [north, south] = tenant.numbers as [string, string]
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello', { to: north })
  await tenant.textFrom(phone, 'Hello', { to: south })
  // The carrier rate-limits us, so the text is still queued when the keyword arrives at our other number.
  const remove = await instance.addFault({ kind: 'fail-send', code: 429, phone, times: 1 })
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  ok(await tenant.owner.call(send, request(conversation, 'First', first)))
  await instance.idle()
  await tenant.textFrom(phone, 'STOP', { to: south })
  await remove()
  await instance.runDelayedJobs('send-queued-messages')
  expect(await only(tenant, conversation, first)).toMatchObject({
    deliveryStatus: 'failed',
    deliveryError: { code: null, reason: 'opted-out', canRetry: false },
  })
  expect(await tenant.owner.call(send, request(conversation, 'Second', second))).toFail('SendRefused')
  expect(await arrived(tenant, phone)).not.toContain('First')
  const { rows } = await instance.server.database.owner.query(
    'select tenant_phone, kind, source from consent_events where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ tenant_phone: south, kind: 'opt-out', source: 'text' }])
})

test.each<[number, DeliveryReason, boolean]>([
  [30003, 'unreachable', true],
  [30004, 'blocked', false],
  [30005, 'invalid-number', false],
  [30006, 'landline', false],
  [30007, 'carrier-filtered', false],
  [30008, 'other', true],
  [30034, 'unregistered', false],
  [21211, 'invalid-number', false],
  [21610, 'opted-out', false],
  [21614, 'landline', false],
  [20003, 'account', false],
])('the carrier’s %i is shown as %s', async (code, reason, canRetry) => {
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  await instance.addFault({ kind: 'fail-send', code, phone: conversation.phone, times: 1 })
  const id = crypto.randomUUID()
  ok(await tenant.owner.call(send, request(conversation, 'Hello?', id)))
  await instance.idle()
  const message = await only(tenant, conversation, id)
  expect(['failed', 'undelivered']).toContain(message.deliveryStatus)
  expect(message.deliveryError).toEqual({ code, reason, canRetry, isHandled: false })
  if (!canRetry) expect(await tenant.owner.call(retry, { sid: message.sid })).toFail('MessageNotRetryable')
})

test('repeated retries send a failed text once', async () => {
  const tenant = await instance.createTenant()
  const conversation = await aConversation(tenant)
  await instance.addFault({ kind: 'fail-send', code: 30003, phone: conversation.phone, times: 1 })
  const id = crypto.randomUUID()
  ok(await tenant.owner.call(send, request(conversation, 'Hello?', id)))
  await instance.idle()
  const sid = messageSid(id)
  const pressed = await Promise.all([1, 2, 3].map(() => tenant.owner.call(retry, { sid })))
  expect(pressed.filter((answer) => 'success' in answer)).toHaveLength(1)
  for (const answer of pressed.filter((one) => !('success' in one))) expect(answer).toFail('MessageNotRetryable')
  await instance.idle()
  expect(await only(tenant, conversation, id)).toMatchObject({
    index: 2,
    deliveryStatus: 'delivered',
    deliveryError: null,
  })
  // The first attempt reached the carrier as well, which rejected it.
  const attempts = (await tenant.messagesOnPhone(conversation.phone)).filter(({ direction }) => direction !== 'inbound')
  expect(attempts.map(({ body, status }) => [body, status])).toEqual([
    ['Hello?', 'undelivered'],
    ['Hello?', 'delivered'],
  ])
  expect(await tenant.owner.call(retry, { sid })).toFail('MessageNotRetryable')
})

test('a retry checks the send gate again, and requires access to the conversation', async () => {
  const tenant = await instance.createTenant()
  const stranger = await instance.createTenant()
  const conversation = await aConversation(tenant)
  await instance.addFault({ kind: 'fail-send', code: 30003, phone: conversation.phone, times: 1 })
  const id = crypto.randomUUID()
  ok(await tenant.owner.call(send, request(conversation, 'Hello?', id)))
  await instance.idle()
  expect(await stranger.owner.call(retry, { sid: messageSid(id) })).toFail('MessageNotFound')
  expect(await tenant.owner.call(retry, { sid: messageSid(crypto.randomUUID()) })).toFail('MessageNotFound')
  await tenant.textFrom(conversation.phone, 'STOP')
  expect(await tenant.owner.call(retry, { sid: messageSid(id) })).toFail('SendRefused')
})
