import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let world: Awaited<ReturnType<typeof startSandbox>>
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await world.stop()
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

test('a picture from a phone is linked in the webhook, behind Basic auth and a redirect', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  const upload = await fetch(`${world.origin}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    body: gif,
  })
  expect(upload.status).toBe(201)
  const { url } = (await upload.json()) as { url: string }
  const sent = await world.text(phone, number, '', [url])
  expect(sent.body.media).toHaveLength(1)
  await world.sandbox.idle()

  const { fields } = world.received[0] ?? { fields: {} as Record<string, string> }
  expect(fields).toMatchObject({ NumMedia: '1', MediaContentType0: 'image/gif', Body: '' })
  expect(fields.MessageSid).toMatch(/^MM/)
  const link = fields.MediaUrl0 ?? ''
  expect(link.startsWith(`${world.origin}/sandbox/twilio/2010-04-01/Accounts/${world.account.sid}/Messages/`)).toBe(
    true,
  )
  expect((await fetch(link)).status).toBe(401)
  const authorization = `Basic ${btoa(`${world.account.sid}:${world.account.authToken}`)}`
  const redirect = await fetch(link, { headers: { authorization }, redirect: 'manual' })
  expect(redirect.status).toBe(307)
  const picture = await fetch(redirect.headers.get('location') ?? '')
  expect(picture.headers.get('content-type')).toBe('image/gif')
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(gif)
})

test('what is no picture cannot be uploaded, what was not uploaded cannot be sent', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  const upload = await fetch(`${world.origin}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: '<script>',
  })
  expect(upload.status).toBe(415)
  expect((await world.text(phone, number, 'x', ['https://example.com/a.png'])).status).toBe(422)
})

test('the media of an outgoing text is fetched and lies at the phone', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  const host = await servePictures()
  const message = await world.client.messages.create({
    from: number,
    to: phone,
    mediaUrl: [`${host}/a.gif`, `${host}/a.gif`],
  })
  expect(message).toMatchObject({ numMedia: '2', body: '' })
  await world.sandbox.idle()
  const { messages } = (await world.api('GET', `/phones/${phone}/messages`)).body
  expect(messages[0]).toMatchObject({
    status: 'delivered',
    media: [{ contentType: 'image/gif' }, { contentType: 'image/gif' }],
  })
  expect(Buffer.from(await (await fetch(`${world.origin}${messages[0].media[0].url}`)).arrayBuffer())).toEqual(gif)
  expect(await world.client.messages(message.sid).media.list()).toHaveLength(2)
})

test.each([
  ['/missing', 11200],
  ['/big.png', 11751],
  ['/page', 12300],
] as const)('media at %s fails the text with %i', async (path, code) => {
  world = await startSandbox()
  const number = await world.buyNumber()
  const host = await servePictures()
  const message = await world.client.messages.create({ from: number, to: phone, body: 'look', mediaUrl: [host + path] })
  await world.sandbox.idle()
  expect(await world.client.messages(message.sid).fetch()).toMatchObject({ status: 'failed', errorCode: code })
})

test('a text to another business arrives there', async () => {
  world = await startSandbox()
  const number = await world.buyNumber()
  const other = await world.buyNumber(`${world.receiverOrigin}/other`)
  await world.client.messages.create({ from: number, to: other, body: 'hello neighbour' })
  await world.sandbox.idle()
  expect(world.received).toMatchObject([
    { path: '/other', fields: { From: number, To: other, Body: 'hello neighbour' } },
  ])
})
