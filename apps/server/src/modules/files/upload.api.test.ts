import { once } from 'node:events'
import http from 'node:http'
import { contract } from '@frontdesk/contract/api'
import { fromSid, MMS_OTHER_MAX_BYTES, UPLOAD_MAX_BYTES } from '@frontdesk/contract/rules'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie, upload } from '../../testing/files.ts'
import { addContact, addGroup, groupMessage } from '../../testing/groups.ts'
import { aRequest } from '../../testing/payments.ts'
import {
  newPhone,
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

test('unused uploads and their contents are deleted after a week, and used ones are kept', async () => {
  const { owner, tenantId } = tenant
  const { database, services } = instance.server
  const store = async () => (await ok(await upload(owner, await createPng()))).sid
  const { campaigns, groups, messages, paymentRequests, scheduledMessages } = contract
  const { sid: conversationSid } = await tenant.textFrom(newPhone(), 'Hello')
  const schedule = async (sid: string) => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const message = { conversationSid, attachments: [sid], clientMessageId: crypto.randomUUID(), sendAt }
    return ok(await owner.call(scheduledMessages.create, message)).data
  }
  const release = async (sid: string) =>
    ok(await owner.call(scheduledMessages.cancel, { sid: (await schedule(sid)).sid }))

  const [sent, scheduled, grouped, drafted, requested] = await Promise.all([1, 2, 3, 4, 5].map(store))
  const [unused = '', released = '', releasedNow = '', recent = ''] = await Promise.all([1, 2, 3, 4].map(store))
  const text = { text: 'Look', clientMessageId: crypto.randomUUID() }
  ok(await owner.call(messages.send, { conversationSid, attachments: [sent ?? ''], ...text }))
  await schedule(scheduled ?? '')
  const { sid: groupSid } = await addGroup(owner, { contactIDs: [(await addContact(tenant, 'Ann')).id] })
  const request = groupMessage({ groupSid, text: 'Hi', attachments: [grouped], canUndo: true })
  ok(await owner.call(groups.sendMessage, request))
  ok(await owner.call(campaigns.save, { name: 'Spring', audience: {}, attachments: [drafted ?? ''] }))
  ok(await owner.call(paymentRequests.create, aRequest(tenant, 100, { attachments: [requested] })))
  await release(released)
  await instance.idle()
  const age = (column: string, except: string[]) =>
    database.owner.query(
      `update files set ${column} = ${column} - interval '8 days' where tenant_id = $1 and id <> all($2)`,
      [tenantId, except.map((sid) => fromSid(sid))],
    )
  await age('created_at', [recent])
  await age('released_at', [])
  await release(releasedNow)

  const keysOf = async () =>
    new Map<string, string>(
      (await database.owner.query('select id, storage_key from files where tenant_id = $1', [tenantId])).rows.map(
        (row) => [row.id, row.storage_key],
      ),
    )
  const before = await keysOf()
  await instance.runJob('clear-old-rows')
  await instance.idle()
  const after = await keysOf()
  for (const sid of [sent, scheduled, grouped, drafted, requested, releasedNow, recent])
    expect(after.has(fromSid(sid ?? ''))).toBe(true)
  for (const sid of [unused, released]) expect(after.has(fromSid(sid))).toBe(false)
  for (const [id, key] of before)
    if (after.has(id)) expect(key === null || (await services.storage.get(key)).length > 0).toBe(true)
    else await expect(services.storage.get(key)).rejects.toThrow('does not exist')

  // A new reference needs a condition in the cleanup.
  const { rows: references } = await database.owner.query(
    `select conrelid::regclass || '.' || attname as name
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[2]
     where contype = 'f' and 'files'::regclass in (conrelid, confrelid)`,
  )
  const attachableTo = ['message', 'scheduled_message', 'group_message', 'campaign', 'document'].map(
    (each) => `${each}_id`,
  )
  expect(new Set(references.map(({ name }) => name))).toEqual(
    new Set([...attachableTo, 'contents_of', 'uploaded_by'].map((column) => `files.${column}`)),
  )
})
