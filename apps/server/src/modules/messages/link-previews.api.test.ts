import { contract, type Message } from '@frontdesk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { aPng, filesCookie } from '../../testing/files.ts'
import { aPhone, type House, openHouse, PASSWORD, type Tenant } from '../../testing/house.ts'
import { listen } from '../../testing/live.ts'

let house: House
let asked: string[] = []
beforeAll(async () => {
  const picture = await aPng()
  house = await openHouse({
    readPage: async (url) => {
      asked.push(url)
      if (url.includes('/nothing')) return null
      const base = { title: 'Spring sale', description: null, siteName: 'shop.example.com' }
      return { ...base, picture: url.includes('/fake') ? Buffer.from('<svg onload="alert(1)"/>') : picture }
    },
  })
})
afterAll(() => house.close())

const previewOf = (message: Message | undefined) =>
  message && 'linkPreview' in message.attributes ? message.attributes.linkPreview : undefined
const lastOf = async (tenant: Tenant, sid: string) => (await tenant.messagesOf({ sid })).at(-1)

test('a link is previewed under its message, live, and asked once a day', async () => {
  asked = []
  const tenant = await house.aTenant()
  const screen = await listen(house.url, tenant.owner.auth)
  const { lastId } = await screen.catchUp(null)
  const url = 'https://shop.example.com/spring'
  const { sid } = await tenant.textFrom(aPhone(), `Look: ${url}.`)
  await house.settled()
  const message = await lastOf(tenant, sid)
  expect(previewOf(message)).toMatchObject({ url, title: 'Spring sale', picture: { url: expect.any(String) } })
  await expect
    .poll(() =>
      screen.heard.some((event) => event.type === 'message.changed' && previewOf(event.message) !== undefined),
    )
    .toBe(true)
  const missed = await screen.catchUp(lastId)
  expect(missed.status === 'ok' && missed.events.some((event) => 'message' in event && previewOf(event.message))).toBe(
    true,
  )
  screen.close()

  // The same address again, from us and from somebody else: no other fetch.
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: sid,
      text: `Yes, ${url}`,
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await tenant.textFrom(aPhone(), url)
  await house.settled()
  expect(previewOf((await tenant.messagesOf({ sid })).find(({ body }) => body.startsWith('Yes')))?.title).toBe(
    'Spring sale',
  )
  expect(asked).toEqual([url])

  const picture = previewOf(message)?.picture?.url ?? ''
  expect((await fetch(house.url + picture)).status).toBe(401)
  expect(house.errors).toEqual([])
})

test('what was asked for longer than a day ago is forgotten at night; messages go on showing it, picture and all', async () => {
  const tenant = await house.aTenant()
  const { sid } = await tenant.textFrom(aPhone(), 'https://shop.example.com/old https://shop.example.com/too')
  await tenant.textFrom(aPhone(), 'https://shop.example.com/fresh')
  await house.settled()
  const { owner } = house.server.database
  const hashes = async () =>
    (await owner.query('select url_hash from link_previews where tenant_id = $1', [tenant.tenantId])).rows
  const picture = previewOf(await lastOf(tenant, sid))?.picture?.url ?? ''
  const hash = picture.split('/').at(-1)
  await owner.query(
    `update link_previews set asked_at = asked_at - interval '25 hours' where tenant_id = $1 and url_hash = $2`,
    [tenant.tenantId, hash],
  )
  expect(await hashes()).toHaveLength(2)
  for (let run = 0; run < 2; run++) await house.runNow('clear-old-rows')
  expect(await hashes()).toHaveLength(1)
  expect(await hashes()).not.toContainEqual({ url_hash: hash })
  expect(previewOf(await lastOf(tenant, sid))).toMatchObject({ title: 'Spring sale', picture: { url: picture } })
  const cookie = await filesCookie(house.url, tenant.owner.auth, PASSWORD)
  expect((await fetch(house.url + picture, { headers: { cookie } })).status).toBe(200)
})

test('pages that say nothing, pictures that are none and texts without a link show nothing', async () => {
  asked = []
  const tenant = await house.aTenant()
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'https://shop.example.com/nothing')
  await house.settled()
  expect(previewOf(await lastOf(tenant, sid))).toBeUndefined()
  await tenant.textFrom(phone, 'https://shop.example.com/fake')
  await house.settled()
  expect(previewOf(await lastOf(tenant, sid))).toMatchObject({ title: 'Spring sale', picture: null })
  await tenant.textFrom(phone, 'no link at all, only ://')
  await house.settled()
  expect(asked).toHaveLength(2)
  expect(house.errors).toEqual([])
})

test('a message that was deleted meanwhile stays empty', async () => {
  const tenant = await house.aTenant()
  const { sid } = await tenant.textFrom(aPhone(), 'https://shop.example.com/spring')
  const message = await lastOf(tenant, sid)
  ok(await tenant.owner.call(contract.messages.remove, { sid: message?.sid ?? '' }))
  await house.settled()
  const after = await lastOf(tenant, sid)
  expect(after?.attributes.type).toBe('update')
  expect(previewOf(after)).toBeUndefined()
})
