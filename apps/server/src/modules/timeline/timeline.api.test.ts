import { contract, type Message } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

type Before = { conversationSid: string; index: number }[]
const read = (person: TestUser, contactId: string, pageSize = 100, before: Before = []) =>
  person.call(contract.timeline.getList, { contactId, pageSize, before })
const bodies = (items: Message[]) => items.map(({ body }) => body)

/** The start of a page in each conversation, as a client remembers it. */
function begins(items: Message[], before: Before): Before {
  const first = new Map(before.map(({ conversationSid, index }) => [conversationSid, index]))
  for (const { conversationSid, index } of items)
    first.set(conversationSid, Math.min(index, first.get(conversationSid) ?? index))
  return [...first].map(([conversationSid, index]) => ({ conversationSid, index }))
}

test('texts of one contact to several of our numbers are one timeline, paged without loss', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const phone = newPhone()
  const [first = '', second = ''] = tenant.numbers
  const said: string[] = []
  let contactId = ''
  for (let n = 1; n <= 7; n += 1) {
    said.push(`Text ${n}`)
    contactId = (await tenant.textFrom(phone, `Text ${n}`, { to: n % 3 === 0 ? second : first })).contact.id
  }
  const whole = ok(await read(tenant.owner, contactId)).data
  expect(bodies(whole.items)).toEqual(said)
  expect(whole.hasPrevPage).toBe(false)
  expect(new Set(whole.conversations.map(({ tenantPhoneNumber }) => tenantPhoneNumber))).toEqual(
    new Set([first, second]),
  )

  const pages: string[][] = []
  let before: Before = []
  for (let hasMore = true; hasMore; ) {
    const page = ok(await read(tenant.owner, contactId, 3, before)).data
    pages.unshift(bodies(page.items))
    before = begins(page.items, before)
    hasMore = page.hasPrevPage
  }
  expect(pages.flat()).toEqual(said)
})

test('a clock that went backwards neither loses nor repeats a message', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const phone = newPhone()
  const here = await tenant.textFrom(phone, 'a1')
  for (const body of ['a2', 'a3', 'a4']) await tenant.textFrom(phone, body)
  for (const body of ['b1', 'b2']) await tenant.textFrom(phone, body, { to: tenant.numbers[1] ?? '' })
  await instance.server.database.owner.query(
    `update messages set created_at = created_at - interval '1 hour' where tenant_id = $1 and body = 'a3'`,
    [tenant.tenantId],
  )
  const seen: string[] = []
  let before: Before = []
  for (let hasMore = true; hasMore; ) {
    const page = ok(await read(tenant.owner, here.contact.id, 1, before)).data
    seen.unshift(...bodies(page.items))
    before = begins(page.items, before)
    hasMore = page.hasPrevPage
  }
  expect(seen.filter((body) => body.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4'])
  expect(seen.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2'])
})

test('users see only the conversations in it that they may see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = ''] = tenant.locationIds
  const phone = newPhone()
  const { contact } = await tenant.textFrom(phone, 'To the first')
  await tenant.textFrom(phone, 'To the second', { to: tenant.numbers[1] ?? '' })
  const atHere = await tenant.createUser('Manager', { locationIds: [here] })
  expect(bodies(ok(await read(atHere, contact.id)).data.items)).toEqual(['To the first'])
  const blind = await tenant.createUser('TeamMember')
  expect(await read(blind, contact.id)).toFail('ContactNotFound')
  const stranger = await instance.createTenant()
  expect(await read(stranger.owner, contact.id)).toFail('ContactNotFound')
})
