import { once } from 'node:events'
import http from 'node:http'
import { contract } from '@frontdesk/contract/api'
import { MMS_OTHER_MAX_BYTES, UPLOAD_MAX_BYTES } from '@frontdesk/contract/rules'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie, upload } from '../../testing/files.ts'
import {
  PASSWORD,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../testing/test-instance.ts'

let instance: TestInstance
let tenant: Tenant
beforeAll(async () => {
  instance = await startTestInstance()
  tenant = await instance.createTenant()
})
afterAll(() => instance.close())

async function bytesOf(person: TestUser, url: string): Promise<Buffer> {
  const cookie = await signInForFilesCookie(instance.url, person.auth, PASSWORD)
  const answer = await fetch(instance.url + url, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test.each([
  ['a web page said to be a picture', '<!doctype html><html><script>alert(1)</script></html>'],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['the same with a prologue', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
])('%s is never shown as one', async (_what, contents) => {
  const answer = await upload(tenant.owner, contents, { name: 'logo.svg', type: 'image/svg+xml' })
  if ('sid' in answer) {
    expect(answer.contentType).toBe('text/plain')
    const cookie = await signInForFilesCookie(instance.url, tenant.owner.auth, PASSWORD)
    const served = await fetch(instance.url + answer.url, { headers: { cookie } })
    expect(served.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  } else expect(answer).toFail('UnsupportedMediaType')
})

test.each([
  ['an archive', Buffer.from('504b03041400000000000000', 'hex')],
  ['a program', Buffer.from('7f454c4602010100', 'hex')],
  ['nothing at all', Buffer.alloc(0)],
  ['a picture that breaks off', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
])('%s is refused, whatever its name says', async (_what, contents) => {
  expect(await upload(tenant.owner, contents)).toFail('UnsupportedMediaType')
})

test('the type of a picture is detected from its contents, not its name', async () => {
  const file = ok(await upload(tenant.owner, await createPng(), { name: 'contract.pdf', type: 'application/pdf' }))
  expect(file).toMatchObject({ contentType: 'image/png', width: 20, height: 10, filename: 'contract.pdf' })
  const jpeg = await sharp(await createPng())
    .jpeg()
    .toBuffer()
  expect(ok(await upload(tenant.owner, jpeg, { name: 'door.png' }))).toMatchObject({ contentType: 'image/jpeg' })
})

test('an animated GIF keeps its frames and loses comments and appended data', async () => {
  const frames = [await aSquare('#f00'), await aSquare('#00f')]
  const plain = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [200, 200] })
    .toBuffer()
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 0x06]), Buffer.from('secret'), Buffer.from([0])])
  const withComment = Buffer.concat([plain.subarray(0, -1), comment, plain.subarray(-1)])
  const withPage = Buffer.concat([plain, Buffer.from('<script>secret</script>')])
  for (const gif of [withComment, withPage]) {
    const file = ok(await upload(tenant.owner, gif, { name: 'wave.gif', type: 'image/gif' }))
    expect(file).toMatchObject({ contentType: 'image/gif', width: 8, height: 8 })
    const stored = await bytesOf(tenant.owner, file.url)
    expect((await sharp(stored, { animated: true }).metadata()).pages).toBe(2)
    expect(stored.includes('secret')).toBe(false)
  }
  expect(await upload(tenant.owner, plain.subarray(0, 20), { name: 'broken.gif' })).toFail('UnsupportedMediaType')
})

const aSquare = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

test('more than 20 MB are rejected before they are read', async () => {
  expect(await upload(tenant.owner, new Uint8Array(UPLOAD_MAX_BYTES + 20_000))).toFail('RequestTooLarge')
})

/** Begins an upload whose body never ends, and returns the status of a response that comes nevertheless. */
function beginUpload(headers: Record<string, string>): { status: Promise<number>; stop: () => void } {
  const request = http.request(`${instance.url}/api${contract.files.uploadFile['~orpc'].route.path}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000000', ...headers },
  })
  const status = once(request, 'response').then(([response]) => response.resume().statusCode)
  request.on('error', () => {})
  request.write('--b\r\n')
  return { status, stop: () => request.destroy() }
}

test('an upload without a session is rejected before it is read', async () => {
  const { status, stop } = beginUpload({})
  expect(await status).toBe(401)
  stop()
})

test('a user sends ten uploads at the same time, and more once those have ended', async () => {
  const manager = await tenant.createUser('Manager')
  const headers = { authorization: `Bearer ${manager.auth.bearerToken}` }
  const uploads = Array.from({ length: 11 }, () => beginUpload(headers))
  expect(await Promise.race(uploads.map(({ status }) => status))).toBe(429)
  const picture = await createPng()
  ok(await upload(tenant.owner, picture))
  for (const { status, stop } of uploads) {
    status.catch(() => {})
    stop()
  }
  await expect.poll(async () => 'sid' in (await upload(manager, picture))).toBe(true)
})

test('files other than pictures must be small enough for every carrier', async () => {
  const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 0x20)])
  const options = { name: 'price list.pdf', type: 'application/pdf' }
  expect(ok(await upload(tenant.owner, pdf(MMS_OTHER_MAX_BYTES), options))).toMatchObject({
    contentType: 'application/pdf',
    byteSize: MMS_OTHER_MAX_BYTES,
  })
  expect(await upload(tenant.owner, pdf(MMS_OTHER_MAX_BYTES + 1), options)).toFail('AttachmentTooLarge')
})

test('location metadata is stripped from photos', async () => {
  const photo = await sharp(await createPng(60, 40))
    .withExif({
      IFD0: { Make: 'Camera', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '37/1 46/1 30/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '122/1 25/1 0/1',
      },
    })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const file = ok(await upload(tenant.owner, photo, { name: 'photo.jpg', type: 'image/jpeg' }))
  const metadata = await sharp(await bytesOf(tenant.owner, file.url)).metadata()
  expect(metadata.exif).toBeUndefined()
  expect(metadata.xmp).toBeUndefined()
})

test('a rotated photo is stored upright', async () => {
  const photo = await sharp(await createPng(60, 40))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(ok(await upload(tenant.owner, photo))).toMatchObject({ width: 40, height: 60 })
})

test('a large photo is scaled down to what carriers accept', async () => {
  const side = 3500
  const noise = await sharp(Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))), {
    raw: { width: 128, height: 128, channels: 4 },
  })
    .resize(side, side, { kernel: 'nearest' })
    .removeAlpha()
    .jpeg({ quality: 95 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(1_000_000)
  const file = ok(await upload(tenant.owner, noise, { name: 'photo.jpg', type: 'image/jpeg' }))
  expect(file).toMatchObject({ contentType: 'image/jpeg', width: 2048, height: 2048 })
  expect(file.byteSize).toBeLessThanOrEqual(1_000_000)
  expect(await bytesOf(tenant.owner, file.url)).toHaveLength(file.byteSize)
})

test('a decompression bomb is rejected', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#ffffff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(await upload(tenant.owner, bomb)).toFail('UnsupportedMediaType')
})

test('unsafe characters in filenames are replaced', async () => {
  const file = ok(await upload(tenant.owner, await createPng(), { name: '../../"evil"\r\nx: y.png' }))
  expect(file.filename).not.toMatch(/[\r\n"\\/]/)
  await bytesOf(tenant.owner, file.url)
})
