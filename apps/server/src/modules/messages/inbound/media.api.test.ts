import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract, type Message } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inboundForm, postAsCarrier } from '../../../testing/carrier-post.ts'
import { ok } from '../../../testing/client.ts'
import { createPng, signInForFilesCookie, upload } from '../../../testing/files.ts'
import { connectLive } from '../../../testing/live-connection.ts'
import {
  messageSid,
  newPhone,
  PASSWORD,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../../testing/test-instance.ts'
import { signMediaToken } from '../../files/index.ts'

/** A faulty media server, used in place of the sandbox's while set. */
let badCarrier: { server: http.Server; url: string; requests: http.IncomingMessage[] }
let answers: http.RequestListener | null = null
let instance: TestInstance
beforeAll(async () => {
  const requests: http.IncomingMessage[] = []
  const server = http.createServer((request, response) => {
    requests.push(request)
    answers?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  badCarrier = { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
  instance = await startTestInstance({ carrierUrl: (sandboxUrl) => (answers ? badCarrier.url : sandboxUrl) })
})
afterEach(() => {
  answers = null
  badCarrier.requests.length = 0
})
afterAll(async () => {
  badCarrier.server.closeAllConnections()
  await new Promise((resolve) => badCarrier.server.close(resolve))
  await instance.close()
})

/** Uploads a picture to a sandbox phone. */
async function messagesOnPhone(picture: Uint8Array): Promise<string> {
  const answer = await fetch(`${instance.url}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: picture as Uint8Array<ArrayBuffer>,
  })
  return ((await answer.json()) as { url: string }).url
}

async function aPictureMessage(tenant: Tenant, phone = newPhone(), picture?: Uint8Array) {
  const bytes = picture ?? (await createPng())
  const conversation = await tenant.textFrom(phone, 'Look', { mediaUrls: [await messagesOnPhone(bytes)] })
  const message = (await tenant.messagesOf(conversation)).at(-1) as Message
  return { conversation, message, bytes }
}

const cookieOf = (person: TestUser) => signInForFilesCookie(instance.url, person.auth, PASSWORD)
const open = (path: string | null | undefined, cookie?: string, headers: Record<string, string> = {}) =>
  fetch(`${instance.url}${path}`, { headers: { ...(cookie && { cookie }), ...headers } })

test('an inbound picture is fetched with the account’s credentials, stored and displayed', async () => {
  const tenant = await instance.createTenant()
  const live = await connectLive(instance.url, tenant.owner.auth)
  const { conversation, message, bytes } = await aPictureMessage(tenant)
  expect(conversation.attributes.latestMessage).toBe('Look')
  expect(message).toMatchObject({
    body: 'Look',
    attributes: { type: 'media' },
    attachedMedia: [{ contentType: 'image/png', state: 'stored', width: 20, height: 10, byteSize: bytes.length }],
  })
  const created = await live.waitFor('message.created')
  expect(created.message.attachedMedia).toMatchObject([{ state: 'fetching', url: null }])
  const stored = await live.waitFor('message.changed', ({ message: { sid } }) => sid === message.sid)
  expect(stored.message).toEqual(message)
  live.close()

  const answer = await open(message.attachedMedia[0]?.url, await cookieOf(tenant.owner))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
})

test('a picture without text is a message', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), '', { mediaUrls: [await messagesOnPhone(await createPng())] })
  expect(conversation.attributes.latestMessage).toBe('📷')
  expect(await tenant.messagesOf(conversation)).toMatchObject([{ body: '', attachedMedia: [{ state: 'stored' }] }])
})

test('media supports range requests, for video players', async () => {
  const tenant = await instance.createTenant()
  const { message, bytes } = await aPictureMessage(tenant)
  const cookie = await cookieOf(tenant.owner)
  const url = message.attachedMedia[0]?.url
  const part = await open(url, cookie, { range: 'bytes=10-19' })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20))
  const beyond = await open(url, cookie, { range: `bytes=${bytes.length}-` })
  expect(beyond.status).toBe(416)
  expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
})

test('media is visible to users who see its conversation, and not found for others', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { message } = await aPictureMessage(tenant)
  const url = message.attachedMedia[0]?.url
  const here = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[0] ?? ''] })
  const elsewhere = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[1] ?? ''] })
  const stranger = (await instance.createTenant()).owner
  expect((await open(url, await cookieOf(here))).status).toBe(200)
  expect((await open(url, await cookieOf(elsewhere))).status).toBe(404)
  expect((await open(url, await cookieOf(stranger))).status).toBe(404)
  expect((await open(url)).status).toBe(401)
  expect((await open(url, 'frontdesk_files=nonsense')).status).toBe(401)
  // A bearer token doesn’t open files, and a files cookie doesn’t open the API.
  expect((await open(url, `frontdesk_files=${here.auth.bearerToken}`)).status).toBe(401)
  expect((await open(`/files/ME${'0'.repeat(32)}`, await cookieOf(here))).status).toBe(404)
  expect((await open('/files/nonsense', await cookieOf(here))).status).toBe(404)
})

test('an upload is visible to its uploader only, until it is part of a message', async () => {
  const tenant = await instance.createTenant()
  const teammate = await tenant.createUser('Manager')
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const file = ok(await upload(tenant.owner, await createPng()))
  const [own, other] = [await cookieOf(tenant.owner), await cookieOf(teammate)]
  expect((await open(file.url, own)).status).toBe(200)
  expect((await open(file.url, other)).status).toBe(404)
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      attachments: [file.sid],
      clientMessageId: crypto.randomUUID(),
    }),
  )
  expect((await open(file.url, other)).status).toBe(200)
})

const PNG_SAID = 'image/png'
const serve =
  (status: number, body: Uint8Array | string, headers: Record<string, string> = {}): http.RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': PNG_SAID, ...headers }).end(body)

/** Receives a text with media at these URLs, served with this response. */
async function arrive(tenant: Tenant, answer: http.RequestListener, media?: string): Promise<Message> {
  answers = answer
  const path = '/webhooks/twilio/message'
  const { sid: accountSid, authToken } = instance.account
  const form = inboundForm({
    accountSid,
    to: tenant.numbers[0] ?? '',
    from: newPhone(),
    body: 'Look',
    NumMedia: '1',
    MediaUrl0: media ?? `${badCarrier.url}/2010-04-01/Media/ME1`,
    MediaContentType0: PNG_SAID,
  })
  const signedUrl = instance.server.publicUrl() + path
  expect((await postAsCarrier(instance.url + path, form, { authToken, signedUrl })).status).toBe(200)
  await instance.idle()
  const [conversation] = await tenant.list(tenant.owner)
  const [message] = await tenant.messagesOf(conversation as { sid: string })
  return message as Message
}

test.each<[string, () => Promise<http.RequestListener>]>([
  ['are gone', async () => serve(404, '')],
  ['are refused', async () => serve(401, '')],
  ['are empty', async () => serve(200, '')],
  ['are huge', async () => serve(200, new Uint8Array(20_000_001))],
  ['announce to be huge', async () => serve(200, 'x', { 'content-length': '20000001' })],
  ['are no picture but an archive', async () => serve(200, Buffer.from('504b03041400000000000000', 'hex'))],
  ['are no picture but a program', async () => serve(200, Buffer.from('7f454c4602010100', 'hex'))],
  [
    'are sent on without end',
    async () => (request, response) => response.writeHead(302, { location: request.url ?? '/' }).end(),
  ],
  ['are sent on to nowhere', async () => serve(302, '', { location: 'https://' })],
  ['are sent on to a file', async () => serve(302, '', { location: 'file:///etc/passwd' })],
])('media that %s fail, and the text stays', async (_what, answer) => {
  const tenant = await instance.createTenant()
  const message = await arrive(tenant, await answer())
  expect(message).toMatchObject({ body: 'Look', attachedMedia: [{ state: 'failed', url: null }] })
})

test.each([
  'http://127.0.0.1:{port}/inside',
  'https://127.0.0.1:{port}/inside',
  'https://localhost:{port}/inside',
  'https://[::1]:{port}/inside',
  'https://[::ffff:127.0.0.1]:{port}/inside',
  'https://2130706433:{port}/inside',
  'https://0x7f.1:{port}/inside',
  'https://169.254.169.254/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
])('media that are sent on to %s are not followed there', async (inside) => {
  let knocks = 0
  const secret = http.createServer((_request, response) => {
    knocks += 1
    response.end('secret')
  })
  secret.on('connection', () => {
    knocks += 1
  })
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve))
  const location = inside.replace('{port}', String((secret.address() as AddressInfo).port))
  const tenant = await instance.createTenant()
  const message = await arrive(tenant, serve(302, '', { location }))
  expect(message).toMatchObject({ body: 'Look', attachedMedia: [{ state: 'failed' }] })
  expect(knocks).toBe(0)
  secret.closeAllConnections()
  await new Promise((resolve) => secret.close(resolve))
})

test('media outside the carrier’s hosts is never requested', async () => {
  const tenant = await instance.createTenant()
  let knocks = 0
  const elsewhere = http.createServer((_request, response) => {
    knocks += 1
    response.end()
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const message = await arrive(
    tenant,
    serve(200, ''),
    `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/x`,
  )
  expect(message.attachedMedia).toMatchObject([{ state: 'failed' }])
  expect(knocks).toBe(0)
  await new Promise((resolve) => elsewhere.close(resolve))
})

test('the account’s credentials are sent to the carrier only', async () => {
  const tenant = await instance.createTenant()
  const picture = await createPng()
  const message = await arrive(tenant, (request, response) => {
    if (request.url === '/storage') return serve(200, picture)(request, response)
    return serve(307, '', { location: '/storage' })(request, response)
  })
  expect(message.attachedMedia).toMatchObject([{ state: 'stored', contentType: 'image/png' }])
  const { sid, authToken } = instance.account
  const basic = `Basic ${Buffer.from(`${sid}:${authToken}`).toString('base64')}`
  expect(badCarrier.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/2010-04-01/Media/ME1', basic],
    ['/storage', undefined],
  ])
})

test('a picture whose message is deleted during its download is not kept', async () => {
  const tenant = await instance.createTenant()
  const picture = await createPng()
  let mediaSid = ''
  await arrive(tenant, (_request, response) => {
    const deleteAndSend = async () => {
      const [conversation] = await tenant.list(tenant.owner)
      const [message] = await tenant.messagesOf(conversation ?? { sid: '' })
      mediaSid = message?.attachedMedia[0]?.sid ?? ''
      ok(await tenant.owner.call(contract.messages.remove, { sid: message?.sid ?? '' }))
      response.end(picture)
    }
    void deleteAndSend()
  })
  expect(mediaSid).not.toBe('')
  const { storage } = instance.server.services
  await expect(storage.get(`${tenant.tenantId}/${fromSid(mediaSid)}`)).rejects.toThrow('does not exist')
})

test('temporarily unavailable media is fetched later', async () => {
  const tenant = await instance.createTenant()
  const waiting = await arrive(tenant, serve(503, ''))
  expect(waiting.attachedMedia).toMatchObject([{ state: 'fetching' }])
  const picture = await createPng()
  answers = serve(200, picture)
  await instance.runDelayedJobs('fetch-media')
  const [conversation] = await tenant.list(tenant.owner)
  const [message] = await tenant.messagesOf(conversation as { sid: string })
  expect(message?.attachedMedia).toMatchObject([{ state: 'stored', byteSize: picture.length }])
})

test('the media type is detected from the contents, not from the header', async () => {
  const tenant = await instance.createTenant()
  const jpeg = await sharp(await createPng())
    .jpeg()
    .toBuffer()
  const message = await arrive(tenant, serve(200, new Uint8Array(jpeg)))
  expect(message.attachedMedia).toMatchObject([{ state: 'stored', contentType: 'image/jpeg' }])

  answers = null
  const page = await arrive(await instance.createTenant(), serve(200, '<html><script>alert(1)</script></html>'))
  expect(page.attachedMedia).not.toMatchObject([
    { contentType: expect.stringMatching(/html|svg|image/), state: 'stored' },
  ])
})

test('an outgoing picture keeps its type, served from an expiring URL', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const file = ok(await upload(tenant.owner, await createPng(200, 100)))
  const id = crypto.randomUUID()
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: 'Our new door',
      attachments: [file.sid],
      clientMessageId: id,
    }),
  )
  await instance.idle()
  const shown = (await tenant.messagesOnPhone(phone)).at(-1)
  expect(shown).toMatchObject({ body: 'Our new door', status: 'delivered', media: [{ contentType: 'image/png' }] })
  const received = await fetch(`${instance.url}${shown?.media[0]?.url}`)
  const stored = await open(file.url, await cookieOf(tenant.owner))
  expect(new Uint8Array(await received.arrayBuffer())).toEqual(new Uint8Array(await stored.arrayBuffer()))
  const message = (await tenant.messagesOf(conversation)).find(({ sid }) => sid === messageSid(id))
  expect(message).toMatchObject({ deliveryStatus: 'delivered', attachedMedia: [{ sid: file.sid, state: 'stored' }] })
})

test('a media URL for the carrier opens one file for some hours', async () => {
  const tenant = await instance.createTenant()
  const stranger = await instance.createTenant()
  const file = ok(await upload(tenant.owner, await createPng()))
  const { mediaKey, tokenKey } = instance.server.services.secrets
  const id = file.sid.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const status = async (token: string) => (await open(`/media/${token}`)).status
  const sign = (key: Uint8Array, { audience = 'media', expires = '1h', tid = tenant.tenantId } = {}) =>
    new SignJWT({ tid })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key)

  const good = await signMediaToken(mediaKey, { tenantId: tenant.tenantId, id })
  expect(await status(good)).toBe(200)
  expect(await status(`${good.slice(0, -3)}AAA`)).toBe(404)
  expect(await status('nonsense')).toBe(404)
  expect(await status(await sign(mediaKey, { expires: '-1s' }))).toBe(404)
  expect(await status(await sign(mediaKey, { audience: 'api' }))).toBe(404)
  expect(await status(await sign(tokenKey))).toBe(404)
  expect(await status(await sign(mediaKey, { tid: stranger.tenantId }))).toBe(404)
})
