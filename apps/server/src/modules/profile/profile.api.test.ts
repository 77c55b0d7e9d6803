import { contract } from '@frontdesk/contract/api'
import { UPLOAD_MAX_BYTES } from '@frontdesk/contract/rules'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie } from '../../testing/files.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { PASSWORD, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const { getProfile, updateProfile, uploadPicture, updatePicture } = contract.profile

function uploadAs(person: TestUser, contents: Uint8Array | string, name = 'me.png') {
  const form = new FormData()
  form.append('file', new File([contents as Uint8Array<ArrayBuffer>], name, { type: 'image/png' }))
  return person.call(uploadPicture, form as never)
}

const pictureOf = async (person: TestUser, url: string) =>
  fetch(instance.url + url, { headers: { cookie: await signInForFilesCookie(instance.url, person.auth, PASSWORD) } })

test('a changed name is split, stored and pushed to teammates', async () => {
  const tenant = await instance.createTenant()
  const teammate = await tenant.createUser('TeamMember')
  const live = await connectLive(instance.url, teammate.auth)
  const { data } = ok(await tenant.owner.call(updateProfile, { name: '  Olive  van der   Berg ' }))
  expect(data).toMatchObject({ displayName: 'Olive van der Berg', firstName: 'Olive van der', lastName: 'Berg' })
  const { user } = await live.waitFor('user.changed')
  expect(user).toEqual({ userID: tenant.owner.auth.userId, displayName: 'Olive van der Berg', profileUrl: null })
  expect(ok(await tenant.owner.call(getProfile, undefined)).data).toEqual(data)
  const again = ok(
    await callEndpoint(instance.url, contract.accounts.refreshSession, {
      refreshToken: tenant.owner.auth.refreshToken,
    }),
  )
  expect(again.displayName).toBe('Olive van der Berg')
  live.close()
})

test('a name of one word has no last name; an empty one is rejected', async () => {
  const { owner } = await instance.createTenant()
  expect(ok(await owner.call(updateProfile, { name: 'Cher' })).data).toMatchObject({ firstName: 'Cher', lastName: '' })
  expect(await owner.call(updateProfile, { name: '   ' })).toFail('InvalidInput')
})

test('a picture becomes a small square WebP without metadata, visible to teammates only', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const withPlace = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#e03131' } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  const { profilePictureUrl } = ok(await uploadAs(owner, withPlace)).data
  const profile = ok(await owner.call(updatePicture, { profilePictureUrl })).data
  expect(profile.profileUrl).toBe(profilePictureUrl)

  const teammate = await tenant.createUser('TeamMember')
  const served = await pictureOf(teammate, profilePictureUrl)
  expect(served.headers.get('content-type')).toBe('image/webp')
  const picture = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
  expect(picture).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(picture.exif).toBeUndefined()

  const stranger = await instance.createTenant()
  expect((await pictureOf(stranger.owner, profilePictureUrl)).status).toBe(404)
  expect((await fetch(instance.url + profilePictureUrl)).status).toBe(401)

  // Unused pictures are deleted after a week.
  const { profilePictureUrl: unused } = ok(await uploadAs(owner, withPlace)).data
  const { profilePictureUrl: recent } = ok(await uploadAs(owner, withPlace)).data
  await instance.server.database.owner.query(
    "update avatars set created_at = created_at - interval '8 days' where tenant_id = $1 and $2 not like '%' || replace(id::text, '-', '')",
    [tenant.tenantId, recent],
  )
  await instance.runJob('clear-old-rows')
  const statuses = Promise.all([profilePictureUrl, unused, recent].map((url) => pictureOf(owner, url)))
  expect((await statuses).map(({ status }) => status)).toEqual([200, 404, 200])

  expect(ok(await owner.call(updatePicture, { profilePictureUrl: null })).data.profileUrl).toBeNull()
})

test('a picture is rotated upright, and an animation reduced to its first frame', async () => {
  const { owner } = await instance.createTenant()
  const stored = async (contents: Uint8Array) => {
    const { profilePictureUrl } = ok(await uploadAs(owner, contents)).data
    ok(await owner.call(updatePicture, { profilePictureUrl }))
    return Buffer.from(await (await pictureOf(owner, profilePictureUrl)).arrayBuffer())
  }
  const colorAt = async (picture: Buffer, left: number, top: number) => [
    ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
  ]
  const flat = (background: string) =>
    sharp({ create: { width: 300, height: 150, channels: 3, background } })
      .png()
      .toBuffer()

  // Red above green with a rotation flag: red ends up on the right.
  const turned = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#00ff00' } })
    .composite([{ input: await flat('#ff0000'), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()
  const upright = await stored(turned)
  const [leftRed = 255, leftGreen = 0] = await colorAt(upright, 20, 128)
  const [rightRed = 0, rightGreen = 255] = await colorAt(upright, 236, 128)
  expect([leftRed < 60, leftGreen > 180, rightRed > 180, rightGreen < 60]).toEqual([true, true, true, true])
  expect((await sharp(upright).metadata()).orientation).toBeUndefined()

  const moving = await sharp([await flat('#ff0000'), await flat('#0000ff')], { join: { animated: true } })
    .gif({ delay: [50, 50], loop: 0 })
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const still = await stored(moving)
  const { pages, width, height } = await sharp(still).metadata()
  expect([pages ?? 1, width, height]).toEqual([1, 256, 256])
  const [red = 0, , blue = 255] = await colorAt(still, 128, 128)
  expect([red > 180, blue < 60]).toEqual([true, true])
})

test('a teammate’s picture or an external URL cannot be selected', async () => {
  const tenant = await instance.createTenant()
  const { profilePictureUrl } = ok(await uploadAs(tenant.owner, await createPng())).data
  const teammate = await tenant.createUser('TeamMember')
  expect(await teammate.call(updatePicture, { profilePictureUrl })).toFail('FileNotFound')
  expect(await teammate.call(updatePicture, { profilePictureUrl: 'https://example.test/a.png' })).toFail('InvalidInput')
})

test.each([
  ['words', 'this is no picture'],
  ['nothing', ''],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a web page', '<!doctype html><script>alert(1)</script>'],
  ['a picture that breaks off', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a sound', Buffer.from('494433030000000000', 'hex')],
])('%s is no picture', async (_what, contents) => {
  const { owner } = await instance.createTenant()
  expect(await uploadAs(owner, contents)).toFail('PictureUnreadable')
})

test('a picture of 20 MB is too large, and so is a decompression bomb', async () => {
  const { owner } = await instance.createTenant()
  const head = await createPng()
  const heavy = new Uint8Array(20_000_000)
  heavy.set(head)
  expect(await uploadAs(owner, heavy)).toFail('PictureTooLarge')
  expect(await uploadAs(owner, new Uint8Array(UPLOAD_MAX_BYTES + 50_000))).toFail('RequestTooLarge')
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#ffffff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(await uploadAs(owner, bomb)).toFail('PictureTooLarge')
  expect(instance.errors).toEqual([])
})
