import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let harness: Awaited<ReturnType<typeof startSandbox>>
let number: string
beforeAll(async () => {
  harness = await startSandbox()
  number = await harness.buyNumber()
})
afterAll(() => harness.stop())
beforeEach(() => {
  harness.received.length = 0
})

const phone = '+14155550142'

test('a text goes through queued, sending, sent and delivered with signed status callbacks', async () => {
  const message = await harness.client.messages.create({
    from: number,
    to: phone,
    body: 'See you at 3',
    statusCallback: `${harness.receiverOrigin}/status?tenant=a%20b`,
  })
  expect(message).toMatchObject({
    status: 'queued',
    from: number,
    to: phone,
    numSegments: '1',
    direction: 'outbound-api',
  })
  await harness.sandbox.idle()

  expect(harness.received.map(({ fields }) => fields.MessageStatus)).toEqual(['sending', 'sent', 'delivered'])
  expect(harness.received.every(({ isSigned, path }) => isSigned && path === '/status?tenant=a%20b')).toBe(true)
  const fetched = await harness.client.messages(message.sid).fetch()
  expect(fetched).toMatchObject({ status: 'delivered', errorCode: null })
  expect(fetched.dateSent).toBeInstanceOf(Date)
})

test('rejects what Twilio rejects, with its error codes', async () => {
  const send = (to: string, body: string, from = number, mediaUrl?: string[]) =>
    harness.client.messages.create({ to, body, from, ...(mediaUrl && { mediaUrl }) })
  await expect(send('+1206', 'hi')).rejects.toMatchObject({ status: 400, code: 21211 })
  await expect(send(phone, 'hi', '+1999')).rejects.toMatchObject({ code: 21212 })
  await expect(send(phone, 'hi', '+12065550177')).rejects.toMatchObject({ code: 21606 })
  await expect(send(phone, '')).rejects.toMatchObject({ code: 21602 })
  await expect(send(phone, 'a'.repeat(1601))).rejects.toMatchObject({ code: 21617 })
  await expect(send(phone, '', number, ['ftp://nowhere'])).rejects.toMatchObject({ code: 21620 })
  await expect(send(number, 'to myself')).rejects.toMatchObject({ code: 21266 })
  await expect(
    harness.client.messages.create({ to: phone, body: 'hi', messagingServiceSid: `MG${'0'.repeat(32)}` }),
  ).rejects.toMatchObject({ code: 21701 })
  await expect(harness.client.messages(`SM${'0'.repeat(32)}`).fetch()).rejects.toMatchObject({
    status: 404,
    code: 20404,
  })

  const response = await fetch(
    `${harness.origin}/sandbox/twilio/2010-04-01/Accounts/${harness.account.sid}/Messages.json`,
  )
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 20003, status: 401 })
  const stranger = harness.clientOf({ sid: harness.account.sid, authToken: 'wrong' })
  await expect(stranger.messages.list({ limit: 1 })).rejects.toMatchObject({ status: 401, code: 20003 })
})

test('lists are filtered and paged, and new messages do not shift pages', async () => {
  const other = '+14155550143'
  for (let index = 0; index < 5; index += 1) {
    await harness.client.messages.create({ from: number, to: other, body: `number ${index}` })
  }
  await harness.sandbox.idle()
  const first = await harness.client.messages.page({ to: other, pageSize: 2 })
  await harness.client.messages.create({ from: number, to: other, body: 'a late one' })
  const second = await first.nextPage()
  expect([...first.instances, ...(second?.instances ?? [])].map(({ body }) => body)).toEqual([
    'number 4',
    'number 3',
    'number 2',
    'number 1',
  ])
  expect((await second?.previousPage())?.instances.map(({ body }) => body)).toEqual(['number 4', 'number 3'])

  const all = await harness.client.messages.list({ to: other, pageSize: 3 })
  expect(all).toHaveLength(6)
  await harness.sandbox.idle()
  const hour = 3_600_000
  const since = await harness.client.messages.list({
    from: number,
    to: other,
    dateSentAfter: new Date(Date.now() - hour),
  })
  expect(since).toHaveLength(6)
  expect(await harness.client.messages.list({ to: other, dateSentBefore: new Date(Date.now() - hour) })).toHaveLength(0)
  expect(
    await harness.client.messages.list({ to: other, dateSent: new Date() }).then((messages) => messages.length),
  ).toBeLessThan(7)
})

test('an account cannot access another account’s messages', async () => {
  const message = await harness.client.messages.create({ from: number, to: phone, body: 'private' })
  const neighbour = harness.clientOf(harness.sandbox.createAccount({ friendlyName: 'Next Door' }))
  await expect(neighbour.messages(message.sid).fetch()).rejects.toMatchObject({ status: 404 })
  expect(await neighbour.messages.list()).toHaveLength(0)
  await expect(neighbour.messages.create({ from: number, to: phone, body: 'x' })).rejects.toMatchObject({ code: 21606 })
})

test('a message can be redacted and deleted once its delivery has ended', async () => {
  const message = await harness.client.messages.create({ from: number, to: phone, body: 'secret' })
  await harness.sandbox.idle()
  expect(await harness.client.messages(message.sid).update({ body: '' })).toMatchObject({ body: '' })
  expect(await harness.client.messages(message.sid).remove()).toBe(true)
  await expect(harness.client.messages(message.sid).fetch()).rejects.toMatchObject({ status: 404 })
  await expect(harness.client.messages(message.sid).update({ status: 'canceled' })).rejects.toMatchObject({
    status: 404,
  })
})

test('counts segments as carriers do', async () => {
  const segments = async (body: string) =>
    (await harness.client.messages.create({ from: number, to: phone, body })).numSegments
  expect(await segments('a'.repeat(160))).toBe('1')
  expect(await segments('a'.repeat(161))).toBe('2')
  expect(await segments(`${'a'.repeat(69)}’`)).toBe('1')
  expect(await segments(`${'a'.repeat(70)}’`)).toBe('2')
  expect(await segments(`${'a'.repeat(159)}€`)).toBe('2')
})
