import http from 'node:http'
import net from 'node:net'
import { contract, type Message, type RealtimeEvent } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FAILURES_TO_OPEN } from '../../../platform/outbound/host-breakers.ts'
import { aClosedHost } from '../../../testing/carrier-faults.ts'
import { newMessageSid, postAsCarrier } from '../../../testing/carrier-post.ts'
import { ok } from '../../../testing/client.ts'
import { createPng } from '../../../testing/files.ts'
import { connectLive } from '../../../testing/live-connection.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import {
  messageSid,
  newPhone,
  startTestInstance,
  type Tenant,
  type TestInstance,
} from '../../../testing/test-instance.ts'
import { FIND_MISSED_TEXTS } from '../inbound/find-missed-texts.job.ts'
import { sendQueuedMessages } from './send-queued-messages.job.ts'
import { settleDelivery } from './settle-delivery.job.ts'

const clock = createTestClock()
/** Overrides the carrier's URL while set. */
let carrierUrl: string | null = null
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, carrierUrl: (sandboxUrl) => carrierUrl ?? sandboxUrl })
})
afterEach(() => {
  carrierUrl = null
})
afterAll(() => instance.close())

const { send, retry } = contract.messages
const STATUS_PATH = '/webhooks/twilio/status'

async function aConversation() {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  const number = tenant.numbers[0] ?? ''
  const write = async (text: string) => {
    const clientMessageId = crypto.randomUUID()
    ok(await tenant.owner.call(send, { conversationSid: sid, text, clientMessageId }))
    return messageSid(clientMessageId)
  }
  return {
    tenant,
    phone,
    number,
    sid,
    write,
    /** Sends a text and waits until all jobs have settled. */
    send: async (text: string) => {
      const written = await write(text)
      await instance.idle()
      return written
    },
    read: async (messageId: string): Promise<Message> => {
      const sentMessage = (await tenant.messagesOf({ sid })).find((message) => message.sid === messageId)
      if (!sentMessage) throw new Error('The message is not in the thread.')
      return sentMessage
    },
    /** Texts the carrier accepted for this phone, oldest first. */
    accepted: () => takenBy(tenant, phone),
  }
}

const takenBy = async (tenant: Tenant, phone: string) =>
  (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound')

/** Posts a delivery report like the carrier. */
const report = (
  { number, phone }: { number: string; phone: string },
  status: { sid: string; message: string; status: string; code?: number },
  post: Partial<Parameters<typeof postAsCarrier>[2]> = {},
) => {
  const path = `${STATUS_PATH}?message=${status.message}`
  return postAsCarrier(
    instance.url + path,
    {
      AccountSid: instance.account.sid,
      MessageSid: status.sid,
      MessageStatus: status.status,
      From: number,
      To: phone,
      ...(status.code && { ErrorCode: String(status.code) }),
    },
    { authToken: instance.account.authToken, signedUrl: instance.server.publicUrl() + path, ...post },
  )
}

/** Makes a claim old enough for "not found at the carrier" to count. */
const ageClaim = (messageId: string) =>
  instance.server.database.owner.query(
    "update messages set claimed_at = claimed_at - interval '1 minute' where id = $1",
    [fromSid(messageId)],
  )

test.each([
  ['duplicated', { kind: 'duplicate' as const }],
  ['reordered', { kind: 'reorder' as const, ms: 80 }],
  ['late', { kind: 'delay' as const, ms: 30, times: 2 }],
])('status callbacks that come %s end where the message ended', async (_how, fault) => {
  const { tenant, number, send, read, accepted } = await aConversation()
  const live = await connectLive(instance.url, tenant.owner.auth)
  await instance.addFault({ ...fault, target: 'status', number })
  const message = await send('Hello')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered', deliveryError: null })
  expect(await accepted()).toMatchObject([{ body: 'Hello', status: 'delivered' }])
  const isOfMessage = (event: RealtimeEvent) => event.type === 'message.changed' && event.message.sid === message
  const versions = live.received.filter(isOfMessage).map((event) => ('message' in event ? event.message.version : 0))
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  live.close()
})

test('an unsigned report changes nothing', async () => {
  const conversation = await aConversation()
  const { number, send, read, accepted } = conversation
  await instance.addFault({ kind: 'drop', target: 'status', number })
  const message = await send('Hello')
  const [{ sid } = { sid: '' }] = await accepted()
  const before = await read(message)
  expect(before.deliveryStatus).toBe('sending')
  const stranger = instance.sandbox.createAccount({ friendlyName: 'Somebody else' })
  for (const post of [{ signature: null }, { signature: 'bm90IGl0' }, { authToken: stranger.authToken }]) {
    expect((await report(conversation, { sid, message, status: 'delivered' }, post)).status).toBe(403)
  }
  expect(await read(message)).toEqual(before)
  expect((await report(conversation, { sid, message, status: 'delivered' })).status).toBe(204)
  expect((await read(message)).deliveryStatus).toBe('delivered')
})

test('a report about another business’s message or an unknown one changes nothing', async () => {
  const [one, two] = [await aConversation(), await aConversation()]
  await instance.addFault({ kind: 'drop', target: 'status', number: one.number })
  const message = await one.send('Hello')
  const before = await one.read(message)
  expect((await report(two, { sid: newMessageSid(), message, status: 'failed' })).status).toBe(204)
  expect(
    (await report(one, { sid: newMessageSid(), message: messageSid(crypto.randomUUID()), status: 'sent' })).status,
  ).toBe(204)
  expect(await one.read(message)).toEqual(before)
})

test('reports out of order never lower the status, and a known error is kept', async () => {
  const conversation = await aConversation()
  const { number, send, read, accepted } = conversation
  await instance.addFault({ kind: 'drop', target: 'status', number })
  const up = await send('Up')
  const down = await send('Down')
  const [first, second] = (await accepted()).map(({ sid }) => sid) as [string, string]
  for (const status of ['delivered', 'sent', 'sending', 'queued', 'undelivered', 'failed', 'something_new']) {
    expect((await report(conversation, { sid: first, message: up, status })).status).toBe(204)
    expect(await read(up)).toMatchObject({ deliveryStatus: 'delivered', deliveryError: null })
  }
  expect((await report(conversation, { sid: first, message: up, status: 'read' })).status).toBe(204)
  expect(await read(up)).toMatchObject({ deliveryStatus: 'read' })

  await report(conversation, { sid: second, message: down, status: 'undelivered', code: 30003 })
  for (const status of ['undelivered', 'failed', 'sent', 'delivered']) {
    await report(conversation, { sid: second, message: down, status })
    expect(await read(down)).toMatchObject({
      deliveryStatus: 'undelivered',
      deliveryError: { code: 30003, reason: 'unreachable', canRetry: true },
    })
  }
})

test('twenty concurrent contradicting reports leave one final status', async () => {
  const conversation = await aConversation()
  const { number, send, read, accepted } = conversation
  await instance.addFault({ kind: 'drop', target: 'status', number })
  const message = await send('Hello')
  const [{ sid } = { sid: '' }] = await accepted()
  const statuses = ['sending', 'sent', 'delivered', 'queued', 'sent', 'delivered', 'sending', 'sent', 'queued', 'sent']
  const answers = await Promise.all(
    [...statuses, ...statuses].map((status) => report(conversation, { sid, message, status })),
  )
  expect(answers.every(({ status }) => status === 204)).toBe(true)
  expect((await read(message)).deliveryStatus).toBe('delivered')
})

test('a late report of an earlier attempt does not change the new one', async () => {
  const conversation = await aConversation()
  const { tenant, number, phone, send, read, accepted } = conversation
  await instance.addFault({ kind: 'fail-send', code: 30003, phone, times: 1 })
  const message = await send('Hello')
  const [{ sid: early } = { sid: '' }] = await accepted()
  // The second attempt is queued while the carrier is down, and reports of the first one still arrive.
  carrierUrl = aClosedHost()
  ok(await tenant.owner.call(retry, { sid: message }))
  await instance.idle()
  for (const status of ['sent', 'delivered']) await report(conversation, { sid: early, message, status })
  expect(await read(message)).toMatchObject({ deliveryStatus: 'queued', deliveryError: null })
  carrierUrl = null
  await instance.addFault({ kind: 'drop', target: 'status', number })
  await instance.runDelayedJobs('send-queued-messages')
  const [, second] = await accepted()
  expect(second).toMatchObject({ body: 'Hello' })
  await report(conversation, { sid: early, message, status: 'undelivered', code: 30005 })
  expect(await read(message)).toMatchObject({ deliveryStatus: 'sending', deliveryError: null })
  await report(conversation, { sid: second?.sid ?? '', message, status: 'delivered' })
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered' })
})

test('after a lost response, arriving reports determine the outcome', async () => {
  const { phone, send, read, accepted } = await aConversation()
  await instance.addFault({ kind: 'answer-lost', ms: 150, phone, times: 1 })
  const message = await send('Hello')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered', deliveryError: null })
  expect(await accepted()).toMatchObject([{ body: 'Hello', status: 'delivered' }])
})

test('a report on a text whose worker died unblocks the queue behind it', async () => {
  const conversation = await aConversation()
  const { write, send, read, accepted } = conversation
  carrierUrl = aClosedHost()
  const first = await send('Before the power went')
  // State left by a worker that dies between the carrier's response and storing it.
  await instance.server.database.owner.query(
    "update messages set delivery_status = 'sending', claimed_at = now(), claimed_by_job = 0 where id = $1",
    [fromSid(first)],
  )
  carrierUrl = null
  const second = await write('And after')
  await instance.idle()
  expect(await read(second)).toMatchObject({ deliveryStatus: 'queued' })
  await report(conversation, { sid: newMessageSid(), message: first, status: 'delivered' })
  await instance.idle()
  expect(await read(first)).toMatchObject({ deliveryStatus: 'delivered' })
  expect(await read(second)).toMatchObject({ deliveryStatus: 'delivered' })
  expect((await accepted()).map(({ body }) => body)).toEqual(['And after'])
})

test('after a lost response without reports, the text is found at the carrier and never sent twice', async () => {
  const { tenant, phone, number, send, read, accepted } = await aConversation()
  await instance.addFault({ kind: 'answer-lost', ms: 20, phone, times: 1 })
  await instance.addFault({ kind: 'drop', target: 'status', number })
  const message = await send('Hello')
  expect(await read(message)).toMatchObject({
    deliveryStatus: 'unknown',
    deliveryError: { code: null, reason: 'outcome-unknown', canRetry: false },
  })
  expect(await tenant.owner.call(retry, { sid: message })).toFail('MessageNotRetryable')
  // Texts queued behind it are sent.
  const next = await send('And another thing')
  expect((await accepted()).map(({ body }) => body)).toEqual(['Hello', 'And another thing'])
  await instance.runDelayedJobs('settle-delivery')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered', deliveryError: null })
  expect(await read(next)).toMatchObject({ deliveryStatus: 'delivered' })
  expect(await accepted()).toHaveLength(2)
})

test('two identical texts with lost responses are matched to different carrier messages', async () => {
  const { phone, number, send, read, accepted } = await aConversation()
  await instance.addFault({ kind: 'answer-lost', ms: 20, phone, times: 2 })
  await instance.addFault({ kind: 'drop', target: 'status', number })
  const both = [await send('Hello'), await send('Hello')]
  await instance.runDelayedJobs('settle-delivery')
  for (const message of both) expect((await read(message)).deliveryStatus).toBe('delivered')
  const { rows } = await instance.server.database.owner.query(
    'select provider_sid from messages where is_outgoing and provider_sid = any($1)',
    [(await accepted()).map(({ sid }) => sid)],
  )
  expect(rows).toHaveLength(2)
  expect(await accepted()).toHaveLength(2)
})

test('a text the carrier never received fails, and is sent once when retried', async () => {
  const { tenant, write, send, read, accepted } = await aConversation()
  const deaf = net.createServer((socket) => socket.once('data', () => socket.destroy()))
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  carrierUrl = `http://127.0.0.1:${(deaf.address() as net.AddressInfo).port}`
  const message = await send('Hello')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'unknown' })
  // While the carrier is unreachable, the outcome stays unknown.
  await instance.runDelayedJobs('settle-delivery')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'unknown' })
  carrierUrl = null
  await ageClaim(message)
  await instance.runDelayedJobs('settle-delivery')
  expect(await read(message)).toMatchObject({
    deliveryStatus: 'failed',
    deliveryError: { code: null, reason: 'never-accepted', canRetry: true },
  })
  expect(await accepted()).toEqual([])
  ok(await tenant.owner.call(retry, { sid: message }))
  await instance.idle()
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered' })
  await write('Next')
  await instance.idle()
  expect((await accepted()).map(({ body }) => body)).toEqual(['Hello', 'Next'])
  await new Promise((resolve) => deaf.close(resolve))
})

test.each([
  ['asks us to wait (429)', 429],
  ['is not available (503)', 503],
])('while the carrier %s, texts stay in line and go out later, once and in order', async (_what, code) => {
  const { phone, send, read, accepted } = await aConversation()
  await instance.addFault({ kind: 'fail-send', code, phone, times: 1 })
  const first = await send('First')
  expect(await read(first)).toMatchObject({ deliveryStatus: 'queued', deliveryError: null })
  expect(await accepted()).toEqual([])
  const second = await send('Second')
  if ((await read(first)).deliveryStatus === 'queued') await instance.runDelayedJobs('send-queued-messages')
  for (const message of [first, second]) expect((await read(message)).deliveryStatus).toBe('delivered')
  expect((await accepted()).map(({ body }) => body)).toEqual(['First', 'Second'])
})

test('while the carrier is unreachable, texts stay queued with backoff and are later sent once', async () => {
  const { tenant, send, read, accepted } = await aConversation()
  carrierUrl = aClosedHost()
  const message = await send('Hello')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'queued', deliveryError: null })
  const events = async () =>
    (
      await instance.server.database.owner.query<{ n: number }>(
        'select count(*)::int as n from events where tenant_id = $1',
        [tenant.tenantId],
      )
    ).rows[0]?.n
  const before = await events()
  await instance.idle()
  expect(await events()).toBe(before)
  await instance.runDelayedJobs('send-queued-messages')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'queued' })
  carrierUrl = null
  await instance.runDelayedJobs('send-queued-messages')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered' })
  expect(await accepted()).toHaveLength(1)
})

test('while the carrier keeps failing, texts stay queued and only a harmless probe is sent', async () => {
  const { send, read, accepted } = await aConversation()
  const requests: string[] = []
  const down = http.createServer((request, response) => {
    requests.push(request.method ?? '')
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => down.listen(0, '127.0.0.1', resolve))
  carrierUrl = `http://127.0.0.1:${(down.address() as net.AddressInfo).port}`
  const message = await send('Hello')
  for (let n = 1; n < FAILURES_TO_OPEN; n++) await instance.runDelayedJobs('send-queued-messages')
  const opening = requests.length
  clock.advance(5_000)
  await instance.runDelayedJobs('send-queued-messages')
  expect(requests.slice(opening)).toContain('GET')
  expect(requests.filter((method) => method === 'POST')).toHaveLength(FAILURES_TO_OPEN)
  expect(await read(message)).toMatchObject({ deliveryStatus: 'queued', deliveryError: null })
  carrierUrl = null
  await instance.runDelayedJobs('send-queued-messages')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered' })
  expect(await accepted()).toHaveLength(1)
  await new Promise((resolve) => down.close(resolve))
})

test('a text fails visibly after the last attempt, and is sent once when retried', async () => {
  const { tenant, send, read, accepted } = await aConversation()
  carrierUrl = aClosedHost()
  const messages = [await send('First'), await send('Second')]
  await instance.server.database.owner.query(
    `update graphile_worker._private_jobs set attempts = max_attempts - 1
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-queued-messages')`,
  )
  await instance.runDelayedJobs('send-queued-messages')
  // `settled` doesn't wait for a job on its last attempt.
  for (const message of messages) {
    await expect.poll(async () => (await read(message)).deliveryStatus).toBe('failed')
    expect(await read(message)).toMatchObject({ deliveryError: { reason: 'never-accepted', canRetry: true } })
  }
  carrierUrl = null
  ok(await tenant.owner.call(retry, { sid: messages[0] ?? '' }))
  await instance.idle()
  expect((await accepted()).map(({ body }) => body)).toEqual(['First'])
})

test('after a 500 from the carrier its records are checked before the text is sent again, once', async () => {
  const { phone, send, read, accepted } = await aConversation()
  await instance.addFault({ kind: 'fail-send', code: 500, phone, times: 1 })
  const message = await send('Hello')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'unknown', deliveryError: { canRetry: false } })
  await instance.runDelayedJobs('settle-delivery')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered', deliveryError: null })
  expect(await accepted()).toHaveLength(1)
})

test('what the carrier says about one attempt decides nothing about the next', async () => {
  const { tenant, phone, number, send, read, accepted } = await aConversation()
  await instance.addFault({ kind: 'drop', target: 'status', number })
  await instance.addFault({ kind: 'fail-send', code: 500, phone, times: 1 })
  const message = await send('Hello')
  const { services } = instance.server
  const settle = () =>
    settleDelivery.run(
      services,
      { tenantId: tenant.tenantId, messageId: fromSid(message), attempts: 0 },
      { jobId: '0', isLast: false },
    )
  const { findSent } = services.carrier
  services.carrier.findSent = async (...request) => {
    const sent = await findSent(...request)
    services.carrier.findSent = findSent
    // While this job waits, another one has the text sent again, and that response is lost.
    await instance.addFault({ kind: 'answer-lost', ms: 20, phone, times: 1 })
    await settle()
    await expect.poll(async () => (await read(message)).deliveryStatus).toBe('unknown')
    return sent
  }
  await settle()
  await instance.idle()
  expect(await accepted()).toHaveLength(1)
  expect(await read(message)).toMatchObject({ deliveryStatus: 'unknown' })
  await instance.runDelayedJobs('settle-delivery')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered' })
})

test.each([
  ['before the carrier heard of it', false],
  ['after the carrier took it', true],
])('a worker that dies %s: the text is settled, once, and those behind it go on', async (_when, isTaken) => {
  const { number, send, read, accepted } = await aConversation()
  await instance.addFault({ kind: 'drop', target: 'status', number })
  const { carrier } = instance.server.services
  const { send: sendReally } = carrier
  let deaths = 0
  carrier.send = async (...call) => {
    if (isTaken) await sendReally(...call)
    deaths += 1
    throw new Error('the worker died')
  }
  const message = await send('Hello')
  carrier.send = sendReally
  // Another worker runs the job again and first asks the carrier about the first text.
  const behind = await send('Behind it')
  expect(deaths).toBe(1)
  expect(await read(message)).toMatchObject({ deliveryStatus: isTaken ? 'delivered' : 'unknown' })
  expect(await read(behind)).toMatchObject({ deliveryStatus: 'sending' })

  if (!isTaken) {
    // Its request may still be in flight, so "not found" is inconclusive for a minute.
    await instance.runDelayedJobs('settle-delivery')
    expect(await read(message)).toMatchObject({ deliveryStatus: 'unknown', deliveryError: { canRetry: false } })
    await ageClaim(message)
    await instance.runDelayedJobs('settle-delivery')
    expect(await read(message)).toMatchObject({ deliveryStatus: 'failed', deliveryError: { reason: 'never-accepted' } })
  }
  expect((await accepted()).map(({ body }) => body)).toEqual(isTaken ? ['Hello', 'Behind it'] : ['Behind it'])
})

test('five concurrent workers send each text once', async () => {
  const { tenant, sid, write, accepted } = await aConversation()
  for (const text of ['One', 'Two', 'Three']) await write(text)
  const hex = sid.slice(2)
  const conversationId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const payload = { tenantId: tenant.tenantId, conversationId }
  await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      sendQueuedMessages.run(instance.server.services, payload, { jobId: String(n), isLast: false }),
    ),
  )
  await instance.idle()
  expect((await accepted()).map(({ body }) => body)).toEqual(['One', 'Two', 'Three'])
})

test('a text without any reports is polled until it is delivered', async () => {
  const { number, send, read } = await aConversation()
  await instance.addFault({ kind: 'drop', target: 'status', number })
  const message = await send('Hello')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'sending' })
  await instance.runDelayedJobs('settle-delivery')
  expect(await read(message)).toMatchObject({ deliveryStatus: 'delivered' })
})

test.each([
  ['twice', { kind: 'duplicate' as const }],
  ['in the wrong order', { kind: 'reorder' as const, ms: 80, times: 1 }],
  ['late', { kind: 'delay' as const, ms: 60, times: 1 }],
])('incoming texts whose webhooks come %s are all stored once, without gaps', async (_how, fault) => {
  const { tenant, phone, number, sid } = await aConversation()
  await instance.addFault({ ...fault, target: 'inbound', number })
  for (const body of ['One', 'Two', 'Three']) await tenant.textFrom(phone, body)
  const messages = await tenant.messagesOf({ sid })
  expect(messages.map(({ index }) => index)).toEqual([1, 2, 3, 4])
  expect(messages.map(({ body }) => body).toSorted()).toEqual(['Hello', 'One', 'Three', 'Two'])
})

test('an inbound text whose webhook was lost is fetched from the carrier once, and its keyword applied', async () => {
  const { tenant, phone, number, sid } = await aConversation()
  const lost = await instance.addFault({ kind: 'drop', target: 'inbound', number })
  await tenant.textFrom(phone, 'Are you there?')
  await tenant.textFrom(phone, 'STOP')
  const newcomer = newPhone()
  await fetch(`${instance.url}/sandbox/api/phones/${newcomer}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: number, body: 'First time here' }),
  })
  await lost()
  // Skipped while its webhook may still be in flight.
  await instance.runJob(FIND_MISSED_TEXTS)
  expect(await tenant.messagesOf({ sid })).toHaveLength(1)
  clock.advance(3 * 60_000)
  for (let run = 0; run < 2; run++) await instance.runJob(FIND_MISSED_TEXTS)
  const messages = await tenant.messagesOf({ sid })
  expect(messages.map(({ index, body }) => [index, body])).toEqual([
    [1, 'Hello'],
    [2, 'Are you there?'],
    [3, 'STOP'],
  ])
  const sentMessage = await tenant.conversationWith(phone)
  expect(sentMessage).toMatchObject({ contact: { isOptedOut: true }, attributes: { unreadMessages: 3 } })
  expect(await tenant.conversationWith(newcomer)).toMatchObject({ attributes: { latestMessage: 'First time here' } })
})

test('media of a text whose webhook was lost is fetched with it', async () => {
  const { tenant, phone, number, sid } = await aConversation()
  const lost = await instance.addFault({ kind: 'drop', target: 'inbound', number })
  const picture = await fetch(`${instance.url}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: (await createPng()) as Uint8Array<ArrayBuffer>,
  })
  const { url } = (await picture.json()) as { url: string }
  await tenant.textFrom(phone, 'Look', { mediaUrls: [url] })
  await lost()
  clock.advance(3 * 60_000)
  await instance.runJob(FIND_MISSED_TEXTS)
  expect((await tenant.messagesOf({ sid })).at(-1)).toMatchObject({
    body: 'Look',
    attachedMedia: [{ contentType: 'image/png', state: 'stored' }],
  })
})
