import { createHash } from 'node:crypto'
import { contract, type Message } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie } from '../../testing/files.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, PASSWORD, startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

let instance: TestInstance
let requestedUrls: string[] = []
beforeAll(async () => {
  const picture = await createPng()
  instance = await startTestInstance({
    readPage: async (url) => {
      requestedUrls.push(url)
      if (url.includes('/nothing')) return null
      const base = { title: 'Spring sale', description: null, siteName: 'shop.example.com' }
      return { ...base, picture: url.includes('/fake') ? Buffer.from('<svg onload="alert(1)"/>') : picture }
    },
  })
})
afterAll(() => instance.close())

const previewOf = (message: Message | undefined) =>
  message && 'linkPreview' in message.attributes ? message.attributes.linkPreview : undefined
const hashOf = (url: string) => createHash('sha256').update(url).digest('hex')
const lastOf = async (tenant: Tenant, sid: string) => (await tenant.messagesOf({ sid })).at(-1)

test('a link is previewed live, and its page is fetched once a day', async () => {
  requestedUrls = []
  const tenant = await instance.createTenant()
  const screen = await connectLive(instance.url, tenant.owner.auth)
  const { lastId } = await screen.catchUp(null)
  const url = 'https://shop.example.com/spring'
  const { sid } = await tenant.textFrom(newPhone(), `Look: ${url}.`)
  await instance.idle()
  const message = await lastOf(tenant, sid)
  expect(previewOf(message)).toMatchObject({ url, title: 'Spring sale', picture: { url: expect.any(String) } })
  await expect
    .poll(() =>
      screen.received.some((event) => event.type === 'message.changed' && previewOf(event.message) !== undefined),
    )
    .toBe(true)
  const missed = await screen.catchUp(lastId)
  expect(missed.status === 'ok' && missed.events.some((event) => 'message' in event && previewOf(event.message))).toBe(
    true,
  )
  screen.close()

  // The same URL again, outgoing and from another contact: no second fetch.
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: sid,
      text: `Yes, ${url}`,
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await tenant.textFrom(newPhone(), url)
  await instance.idle()
  expect(previewOf((await tenant.messagesOf({ sid })).find(({ body }) => body.startsWith('Yes')))?.title).toBe(
    'Spring sale',
  )
  expect(requestedUrls).toEqual([url])

  const picture = previewOf(message)?.picture?.url ?? ''
  expect((await fetch(instance.url + picture)).status).toBe(401)
  // The picture of a page is not found by the page's address, which would tell what hidden messages link to.
  const cookie = await signInForFilesCookie(instance.url, tenant.owner.auth, PASSWORD)
  const guessed = `/files/link-previews/${hashOf(url)}`
  expect((await fetch(instance.url + guessed, { headers: { cookie } })).status).toBe(404)
  expect((await fetch(instance.url + picture, { headers: { cookie } })).status).toBe(200)
  expect(instance.errors).toEqual([])
})

test('cleanup deletes previews after a day; messages keep theirs, image included', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'https://shop.example.com/old https://shop.example.com/too')
  await tenant.textFrom(newPhone(), 'https://shop.example.com/fresh')
  await instance.idle()
  const { owner } = instance.server.database
  const hashes = async () =>
    (await owner.query('select url_hash from link_previews where tenant_id = $1', [tenant.tenantId])).rows
  const picture = previewOf(await lastOf(tenant, sid))?.picture?.url ?? ''
  const hash = hashOf('https://shop.example.com/old')
  await owner.query(
    `update link_previews set requested_at = requested_at - interval '25 hours' where tenant_id = $1 and url_hash = $2`,
    [tenant.tenantId, hash],
  )
  expect(await hashes()).toHaveLength(2)
  for (let run = 0; run < 2; run++) await instance.runJob('clear-old-rows')
  expect(await hashes()).toHaveLength(1)
  expect(await hashes()).not.toContainEqual({ url_hash: hash })
  expect(previewOf(await lastOf(tenant, sid))).toMatchObject({ title: 'Spring sale', picture: { url: picture } })
  const cookie = await signInForFilesCookie(instance.url, tenant.owner.auth, PASSWORD)
  expect((await fetch(instance.url + picture, { headers: { cookie } })).status).toBe(200)
})

test('pages without metadata, invalid images and texts without a link get no preview', async () => {
  requestedUrls = []
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'https://shop.example.com/nothing')
  await instance.idle()
  expect(previewOf(await lastOf(tenant, sid))).toBeUndefined()
  await tenant.textFrom(phone, 'https://shop.example.com/fake')
  await instance.idle()
  expect(previewOf(await lastOf(tenant, sid))).toMatchObject({ title: 'Spring sale', picture: null })
  await tenant.textFrom(phone, 'no link at all, only ://')
  await instance.idle()
  expect(requestedUrls).toHaveLength(2)
  expect(instance.errors).toEqual([])
})

test('a message deleted in the meantime gets no preview', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'https://shop.example.com/spring')
  const message = await lastOf(tenant, sid)
  ok(await tenant.owner.call(contract.messages.remove, { sid: message?.sid ?? '' }))
  await instance.idle()
  const after = await lastOf(tenant, sid)
  expect(after?.attributes.type).toBe('update')
  expect(previewOf(after)).toBeUndefined()
})
