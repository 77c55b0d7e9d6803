import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let harness: Awaited<ReturnType<typeof startSandbox>>
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await harness.stop()
  for (const close of closers.splice(0)) await close()
})

const phone = '+14155550142'
const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000', 'latin1')

async function servePictures() {
  const host = Fastify()
  host.get('/a.gif', (_request, reply) => reply.type('image/gif').send(gif))
  host.get('/big.png', (_request, reply) => reply.type('image/png').send(Buffer.alloc(5 * 1024 * 1024 + 1)))
  host.get('/page', (_request, reply) => reply.type('text/html').send('<p>no picture'))
  closers.push(() => host.close())
  return host.listen({ port: 0, host: '127.0.0.1' })
}

test('an inbound picture is linked in the webhook, behind Basic auth and a redirect', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  const upload = await fetch(`${harness.origin}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    body: gif,
  })
  expect(upload.status).toBe(201)
  const { url } = (await upload.json()) as { url: string }
  const sent = await harness.text(phone, number, '', [url])
  expect(sent.body.media).toHaveLength(1)
  await harness.sandbox.idle()

  const { fields } = harness.received[0] ?? { fields: {} as Record<string, string> }
  expect(fields).toMatchObject({ NumMedia: '1', MediaContentType0: 'image/gif', Body: '' })
  expect(fields.MessageSid).toMatch(/^MM/)
  const link = fields.MediaUrl0 ?? ''
  expect(link.startsWith(`${harness.origin}/sandbox/twilio/2010-04-01/Accounts/${harness.account.sid}/Messages/`)).toBe(
    true,
  )
  expect((await fetch(link)).status).toBe(401)
  const authorization = `Basic ${btoa(`${harness.account.sid}:${harness.account.authToken}`)}`
  const redirect = await fetch(link, { headers: { authorization }, redirect: 'manual' })
  expect(redirect.status).toBe(307)
  const picture = await fetch(redirect.headers.get('location') ?? '')
  expect(picture.headers.get('content-type')).toBe('image/gif')
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(gif)
})

test('rejects uploads that are not pictures, and texts with media that was not uploaded', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  const upload = await fetch(`${harness.origin}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: '<script>',
  })
  expect(upload.status).toBe(415)
  expect((await harness.text(phone, number, 'x', ['https://example.com/a.png'])).status).toBe(422)
})

test('the media of an outgoing text is downloaded and shown on the phone', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  const host = await servePictures()
  const message = await harness.client.messages.create({
    from: number,
    to: phone,
    mediaUrl: [`${host}/a.gif`, `${host}/a.gif`],
  })
  expect(message).toMatchObject({ numMedia: '2', body: '' })
  await harness.sandbox.idle()
  const { messages } = (await harness.api('GET', `/phones/${phone}/messages`)).body
  expect(messages[0]).toMatchObject({
    status: 'delivered',
    media: [{ contentType: 'image/gif' }, { contentType: 'image/gif' }],
  })
  expect(Buffer.from(await (await fetch(`${harness.origin}${messages[0].media[0].url}`)).arrayBuffer())).toEqual(gif)
  expect(await harness.client.messages(message.sid).media.list()).toHaveLength(2)
})

test.each([
  ['/missing', 11200],
  ['/big.png', 11751],
  ['/page', 12300],
] as const)('media at %s fails the text with %i', async (path, code) => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  const host = await servePictures()
  const message = await harness.client.messages.create({
    from: number,
    to: phone,
    body: 'look',
    mediaUrl: [host + path],
  })
  await harness.sandbox.idle()
  expect(await harness.client.messages(message.sid).fetch()).toMatchObject({ status: 'failed', errorCode: code })
})

test('a text to another business’s number is delivered to that business', async () => {
  harness = await startSandbox()
  const number = await harness.buyNumber()
  const other = await harness.buyNumber(`${harness.receiverOrigin}/other`)
  await harness.client.messages.create({ from: number, to: other, body: 'hello neighbour' })
  await harness.sandbox.idle()
  expect(harness.received).toMatchObject([
    { path: '/other', fields: { From: number, To: other, Body: 'hello neighbour' } },
  ])
})
