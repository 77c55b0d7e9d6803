import { contract } from '@frontdesk/contract/api'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createBookingPages } from '../../testing/booking-pages.ts'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie } from '../../testing/files.ts'
import { PASSWORD, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { bookingPages, bookingServices } = contract

const instance = await sharedTestInstance()
const { anyone, openPage } = createBookingPages(instance)

async function uploadPicture(person: TestUser, contents: Uint8Array) {
  const form = new FormData()
  form.append('file', new File([contents as Uint8Array<ArrayBuffer>], 'chair.png', { type: 'image/png' }))
  return person.call(bookingServices.uploadPicture, form as never)
}

test('a picture of a service is remade, and shown to teammates and on the booking page', async () => {
  const { tenant, slug, salon } = await openPage({})
  const { owner } = tenant
  const { pictureURL } = ok(await uploadPicture(owner, await createPng(400, 400))).data
  const { isArchived: _, upcomingBookings: _none, currency: _currency, ...service } = salon.haircut
  const saved = ok(await owner.call(bookingServices.save, { ...service, pictureURL })).data
  expect(saved.pictureURL).toBe(pictureURL)

  const cookie = await signInForFilesCookie(instance.url, owner.auth, PASSWORD)
  const served = await fetch(instance.url + pictureURL, { headers: { cookie } })
  const { format, width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 1200, height: 675 })
  expect((await fetch(instance.url + pictureURL)).status).toBe(401)

  const pageUrl = async () => ok(await anyone(bookingPages.get, { slug })).data.services[0]?.pictureURL ?? ''
  const publicUrl = await pageUrl()
  const onPage = await fetch(instance.url + publicUrl)
  expect([onPage.status, onPage.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await (await fetch(`${instance.url}/book/${slug}`)).text()).toContain(`src="${publicUrl}"`)
  // Pages of other businesses do not have it.
  const other = await openPage({})
  expect((await fetch(instance.url + publicUrl.replace(slug, other.slug))).status).toBe(404)
  const foreign = await other.tenant.owner.call(bookingServices.save, {
    ...service,
    id: undefined,
    resourceIDs: [],
    pictureURL,
  })
  expect(foreign).toFail('FileNotFound')

  // A picture whose service was not saved is deleted after a week.
  const { pictureURL: forgotten } = ok(await uploadPicture(owner, await createPng(400, 400))).data
  const age = "update service_pictures set created_at = created_at - interval '8 days' where tenant_id = $1"
  await instance.server.database.owner.query(age, [tenant.tenantId])
  await instance.runJob('clear-old-rows')
  await instance.idle()
  const kept = await Promise.all(
    [pictureURL, forgotten].map((path) => fetch(instance.url + path, { headers: { cookie } })),
  )
  expect(kept.map(({ status }) => status)).toEqual([200, 404])

  // Without the service, and later also without its row and its contents, it is gone.
  ok(await owner.call(bookingServices.save, { ...service, version: saved.version, pictureURL: null }))
  await instance.idle()
  expect(await pageUrl()).toBe('')
  for (const url of [publicUrl, pictureURL])
    expect((await fetch(instance.url + url, { headers: { cookie } })).status).toBe(404)
})

test('a picture is uploaded by those who may change services, and must be one', async () => {
  const { owner, createUser } = await instance.createTenant()
  const member = await createUser('TeamMember')
  expect(await uploadPicture(member, await createPng())).toFail('Forbidden')
  expect(await uploadPicture(owner, new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toFail(
    'PictureUnreadable',
  )
})
