import { contract } from '@frontdesk/contract/api'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie } from '../../testing/files.ts'
import { createVisitor } from '../../testing/payment-pages.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, PASSWORD, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { paymentConfigs, paymentRequests } = contract

const instance = await sharedTestInstance()

function uploadLogo(person: TestUser, contents: Uint8Array) {
  const form = new FormData()
  form.append('file', new File([contents as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }))
  return person.call(paymentConfigs.uploadLogo, form as never)
}

test('a logo is remade, shown on the page and printed, until it is removed', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const { id } = await createRequest(owner, tenant, 500, { contact: { name: 'Maya Chen', phone } })
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  const { url } = ok(await owner.call(paymentRequests.getLink, { id })).data
  const { visit, enter } = createVisitor(instance.url)
  const pdfSize = async () => (await visit(`${url}/document.pdf`)).text.length
  await enter(url, phone)
  const plainSize = await pdfSize()

  const photo = await sharp(await createPng(2000, 900))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { logoURL } = ok(await uploadLogo(owner, photo)).data
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  const saved = ok(await owner.call(paymentConfigs.save, { logoURL, version })).data
  expect(saved.logoURL).toBe(logoURL)

  const cookie = await signInForFilesCookie(instance.url, owner.auth, PASSWORD)
  const served = await fetch(instance.url + logoURL, { headers: { cookie } })
  const { format, width, height, orientation, exif } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
  expect({ format, width, height, orientation, exif }).toEqual({
    ...{ format: 'png', width: 108, height: 240 },
    ...{ orientation: undefined, exif: undefined },
  })
  expect((await fetch(instance.url + logoURL)).status).toBe(401)
  // The page of someone who has the link has it before the digits too.
  const src = `${new URL(url).pathname}/logo.png`
  expect((await createVisitor(instance.url).visit(url)).text).toContain(`src="${src}"`)
  expect((await fetch(instance.url + src)).headers.get('content-type')).toBe('image/png')
  expect((await visit(url)).text).toContain(`src="${src}"`)
  expect(await pdfSize()).toBeGreaterThan(plainSize + 200)

  const foreign = (await instance.createTenant()).owner
  expect(await foreign.call(paymentConfigs.save, { logoURL, version: 0 })).toFail('FileNotFound')
  // One that was not saved is deleted after a week.
  const { logoURL: forgotten } = ok(await uploadLogo(owner, photo)).data
  const age = "update document_logos set created_at = created_at - interval '8 days' where tenant_id = $1"
  await instance.server.database.owner.query(age, [tenant.tenantId])
  await instance.runJob('clear-old-rows')
  await instance.idle()
  const answers = await Promise.all(
    [logoURL, forgotten].map((path) => fetch(instance.url + path, { headers: { cookie } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 404])
  // Removed, its row and its contents are gone, and so is what was uploaded and never saved.
  const unsaved = ok(await uploadLogo(owner, await createPng())).data.logoURL
  ok(await owner.call(paymentConfigs.save, { logoURL: null, version: saved.version }))
  await instance.idle()
  for (const address of [logoURL, unsaved, src])
    expect((await fetch(instance.url + address, { headers: { cookie } })).status).toBe(404)
  expect((await visit(url)).text).not.toContain('logo.png')
  expect(await pdfSize()).toBeLessThan(plainSize + 200)
})

test('a logo is uploaded by those who change settings, and is a picture of a reasonable size', async () => {
  const { owner, createUser } = await instance.createTenant()
  const manager = await createUser('Manager')
  expect(await uploadLogo(manager, await createPng())).toFail('Forbidden')
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
  for (const contents of [svg, (await createPng()).subarray(0, 40)])
    expect(await uploadLogo(owner, contents)).toFail('PictureUnreadable')
  // 64 megapixels in a few kilobytes.
  expect(await uploadLogo(owner, await createPng(8000, 8000))).toFail('PictureTooLarge')
})
