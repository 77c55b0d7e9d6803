import { afterEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let world: Awaited<ReturnType<typeof startSandbox>>
afterEach(() => world.stop())

const phone = '+14155550142'

test('a text from a phone reaches the number’s SmsUrl with the fields Twilio documents', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  const sent = await world.text(phone, number, 'Do you have time on Friday? 😀')
  expect(sent.status).toBe(201)
  await world.sandbox.idle()

  expect(world.received).toHaveLength(1)
  expect(world.received[0]).toMatchObject({ path: '/inbound', isSigned: true })
  expect(world.received[0]?.fields).toEqual({
    AccountSid: world.account.sid,
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
  expect(await world.client.messages(sent.body.sid).fetch()).toMatchObject({ direction: 'inbound', status: 'received' })
})

test('texts of one phone arrive in the order they were written', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  const bodies = Array.from({ length: 30 }, (_, index) => `text ${index}`)
  for (const body of bodies) await world.text(phone, number, body)
  await world.sandbox.idle()
  expect(world.received.map(({ fields }) => fields.Body)).toEqual(bodies)
})

test('the URL fragment sets retries; it is neither sent nor signed', async () => {
  world = await startSandbox()
  const number = await world.buyNumber(`${world.receiverOrigin}/inbound?x=1#rc=2&rp=5xx`)
  let attempts = 0
  world.answerWith(() => {
    attempts += 1
    return { status: attempts < 3 ? 503 : 200 }
  })
  await world.text(phone, number, 'hello')
  await world.sandbox.idle()
  expect(world.received).toHaveLength(3)
  expect(world.received.every(({ path, isSigned }) => path === '/inbound?x=1' && isSigned)).toBe(true)
  expect(new Set(world.received.map(({ token }) => token)).size).toBe(1)
})

test('without overrides an error answer is not repeated, a refused connection once', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  world.answerWith(() => ({ status: 500 }))
  await world.text(phone, number, 'hello')
  await world.sandbox.idle()
  expect(world.received).toHaveLength(1)

  const [own] = await world.client.incomingPhoneNumbers.list({ phoneNumber: number })
  await world.client.incomingPhoneNumbers(own?.sid ?? '').update({ smsUrl: 'http://127.0.0.1:9/nobody' })
  await world.text(phone, number, 'anyone?')
  await world.sandbox.idle()
  const { webhooks } = (await world.api('GET', '/webhooks')).body
  expect(webhooks[0]).toMatchObject({ state: 'failed', attempts: 2, responseStatus: null, error: '11205 ECONNREFUSED' })
  expect(webhooks[1]).toMatchObject({ state: 'failed', attempts: 1, responseStatus: 500 })
})

test('the fallback URL is asked when the first one fails', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  const [own] = await world.client.incomingPhoneNumbers.list({ phoneNumber: number })
  await world.client.incomingPhoneNumbers(own?.sid ?? '').update({ smsFallbackUrl: `${world.receiverOrigin}/fallback` })
  world.answerWith(({ path }) => ({ status: path === '/inbound' ? 500 : 200 }))
  await world.text(phone, number, 'hello')
  await world.sandbox.idle()
  expect(world.received.map(({ path }) => path)).toEqual(['/inbound', '/fallback'])
  expect(world.received[1]).toMatchObject({ isSigned: true, fields: { ErrorCode: '11200' } })
})

test('TwiML in the answer is carried out', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  world.answerWith(({ path }) => ({
    status: 200,
    type: 'text/xml',
    body:
      path === '/inbound'
        ? '<?xml version="1.0"?><Response><!-- hi --><Message action="/done">Tom &amp; Ann</Message><Message><Body>two &lt;3</Body></Message></Response>'
        : '<Response/>',
  }))
  await world.text(phone, number, 'hello')
  await world.sandbox.idle()
  const { messages } = (await world.api('GET', `/phones/${phone}/messages`)).body
  expect(messages.map(({ body, direction, status }: Record<string, string>) => [direction, body, status])).toEqual([
    ['inbound', 'hello', 'received'],
    ['outbound-reply', 'Tom & Ann', 'delivered'],
    ['outbound-reply', 'two <3', 'delivered'],
  ])
  expect(world.received.filter(({ path }) => path === '/done').map(({ fields }) => fields.MessageStatus)).toEqual([
    'sending',
    'sent',
    'delivered',
  ])
})

test('an answer that is no TwiML is an error in the log, not a text', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  world.answerWith(() => ({ status: 200, type: 'application/json', body: '{}' }))
  await world.text(phone, number, 'one')
  await world.sandbox.idle()
  world.answerWith(() => ({ status: 200, type: 'text/xml', body: '<Response><Message>open' }))
  await world.text(phone, number, 'two')
  await world.sandbox.idle()
  const { webhooks } = (await world.api('GET', '/webhooks')).body
  expect(webhooks.map(({ error }: { error: string }) => error)).toEqual([
    '12100 Document parse failure',
    '12300 Invalid Content-Type: application/json',
  ])
  expect((await world.api('GET', `/phones/${phone}/messages`)).body.messages).toHaveLength(2)
})
