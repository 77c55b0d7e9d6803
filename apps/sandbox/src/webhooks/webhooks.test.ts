import { afterEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let harness: Awaited<ReturnType<typeof startSandbox>>
afterEach(() => harness.stop())

const phone = '+14155550142'

test('an inbound text is posted to the number’s SmsUrl with the fields Twilio documents', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  const sent = await harness.text(phone, number, 'Do you have time on Friday? 😀')
  expect(sent.status).toBe(201)
  await harness.sandbox.idle()

  expect(harness.received).toHaveLength(1)
  expect(harness.received[0]).toMatchObject({ path: '/inbound', isSigned: true })
  expect(harness.received[0]?.fields).toEqual({
    AccountSid: harness.account.sid,
    ApiVersion: '2010-04-01',
    Body: 'Do you have time on Friday? 😀',
    From: phone,
    FromCity: 'SAN FRANCISCO',
    FromCountry: 'US',
    FromState: 'CA',
    FromZip: '94103',
    MessageSid: sent.body.sid,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: sent.body.sid,
    SmsSid: sent.body.sid,
    SmsStatus: 'received',
    To: number,
    ToCity: 'SEATTLE',
    ToCountry: 'US',
    ToState: 'WA',
    ToZip: '98101',
  })
  expect(await harness.client.messages(sent.body.sid).fetch()).toMatchObject({
    direction: 'inbound',
    status: 'received',
  })
})

test('texts of one phone are posted in the order they were sent', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  const bodies = Array.from({ length: 30 }, (_, index) => `text ${index}`)
  for (const body of bodies) await harness.text(phone, number, body)
  await harness.sandbox.idle()
  expect(harness.received.map(({ fields }) => fields.Body)).toEqual(bodies)
})

test('the URL fragment sets retries; it is neither sent nor signed', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber(`${harness.receiverOrigin}/inbound?x=1#rc=2&rp=5xx`)
  let attempts = 0
  harness.respondWith(() => {
    attempts += 1
    return { status: attempts < 3 ? 503 : 200 }
  })
  await harness.text(phone, number, 'hello')
  await harness.sandbox.idle()
  expect(harness.received).toHaveLength(3)
  expect(harness.received.every(({ path, isSigned }) => path === '/inbound?x=1' && isSigned)).toBe(true)
  expect(new Set(harness.received.map(({ token }) => token)).size).toBe(1)
})

test('without overrides an error response is not retried, and a refused connection once', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  harness.respondWith(() => ({ status: 500 }))
  await harness.text(phone, number, 'hello')
  await harness.sandbox.idle()
  expect(harness.received).toHaveLength(1)

  const [purchased] = await harness.client.incomingPhoneNumbers.list({ phoneNumber: number })
  await harness.client.incomingPhoneNumbers(purchased?.sid ?? '').update({ smsUrl: 'http://127.0.0.1:9/nobody' })
  await harness.text(phone, number, 'anyone?')
  await harness.sandbox.idle()
  const { webhooks } = (await harness.api('GET', '/webhooks')).body
  expect(webhooks[0]).toMatchObject({ state: 'failed', attempts: 2, responseStatus: null, error: '11205 ECONNREFUSED' })
  expect(webhooks[1]).toMatchObject({ state: 'failed', attempts: 1, responseStatus: 500 })
})

test('posts to the fallback URL when the first one fails', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  const [purchased] = await harness.client.incomingPhoneNumbers.list({ phoneNumber: number })
  await harness.client
    .incomingPhoneNumbers(purchased?.sid ?? '')
    .update({ smsFallbackUrl: `${harness.receiverOrigin}/fallback` })
  harness.respondWith(({ path }) => ({ status: path === '/inbound' ? 500 : 200 }))
  await harness.text(phone, number, 'hello')
  await harness.sandbox.idle()
  expect(harness.received.map(({ path }) => path)).toEqual(['/inbound', '/fallback'])
  expect(harness.received[1]).toMatchObject({ isSigned: true, fields: { ErrorCode: '11200' } })
})

test('handles TwiML in the response', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  harness.respondWith(({ path }) => ({
    status: 200,
    type: 'text/xml',
    body:
      path === '/inbound'
        ? '<?xml version="1.0"?><Response><!-- hi --><Message action="/done">Tom &amp; Ann</Message><Message><Body>two &lt;3</Body></Message></Response>'
        : '<Response/>',
  }))
  await harness.text(phone, number, 'hello')
  await harness.sandbox.idle()
  const { messages } = (await harness.api('GET', `/phones/${phone}/messages`)).body
  expect(messages.map(({ body, direction, status }: Record<string, string>) => [direction, body, status])).toEqual([
    ['inbound', 'hello', 'received'],
    ['outbound-reply', 'Tom & Ann', 'delivered'],
    ['outbound-reply', 'two <3', 'delivered'],
  ])
  expect(harness.received.filter(({ path }) => path === '/done').map(({ fields }) => fields.MessageStatus)).toEqual([
    'sending',
    'sent',
    'delivered',
  ])
})

test('a response that is not TwiML is logged as an error and sends nothing', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  harness.respondWith(() => ({ status: 200, type: 'application/json', body: '{}' }))
  await harness.text(phone, number, 'one')
  await harness.sandbox.idle()
  harness.respondWith(() => ({ status: 200, type: 'text/xml', body: '<Response><Message>open' }))
  await harness.text(phone, number, 'two')
  await harness.sandbox.idle()
  const { webhooks } = (await harness.api('GET', '/webhooks')).body
  expect(webhooks.map(({ error }: { error: string }) => error)).toEqual([
    '12100 Document parse failure',
    '12300 Invalid Content-Type: application/json',
  ])
  expect((await harness.api('GET', `/phones/${phone}/messages`)).body.messages).toHaveLength(2)
})
