import { contract, type Message } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { PIXEL } from '../../testing/pixel.ts'
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

test('media and updates of all conversations with a contact, in pages, and a summary of them', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const phone = newPhone()
  const [here, there] = tenant.numbers
  const image = await uploadToSandbox()
  const first = await tenant.textFrom(phone, 'Here', { to: here, mediaUrls: [image] })
  const second = await tenant.textFrom(phone, 'There', { to: there, mediaUrls: [image] })
  const contactId = first.contact.id
  for (const { sid } of [second, first]) ok(await owner.call(contract.conversations.close, { sid }))
  ok(await owner.call(contract.conversations.open, { sid: first.sid }))
  await instance.idle()
  const sids = (items: Message[]) => items.map(({ conversationSid }) => conversationSid)
  const list = async (kind: 'media' | 'update', person = owner, before: Before = []) =>
    ok(await person.call(contract.timeline.getByKind, { contactId, kind, pageSize: 2, before })).data
  const media = await list('media')
  expect([sids(media.items), media.hasPrevPage]).toEqual([[second.sid, first.sid], false])
  expect(media.items.every(({ attachedMedia }) => attachedMedia[0]?.state === 'stored')).toBe(true)
  const updates = await list('update')
  expect([sids(updates.items), updates.hasPrevPage]).toEqual([[first.sid, first.sid], true])
  const older = await list('update', owner, begins(updates.items, []))
  expect([sids(older.items), older.hasPrevPage]).toEqual([[second.sid], false])

  const scheduled = { text: 'Later', sendAt: Temporal.Now.instant().add({ hours: 48 }).toString() }
  for (const conversationSid of [first.sid, second.sid])
    ok(
      await owner.call(contract.scheduledMessages.create, {
        ...scheduled,
        conversationSid,
        clientMessageId: crypto.randomUUID(),
      }),
    )
  expect(ok(await owner.call(contract.timeline.getSummary, { contactId }))).toMatchObject({
    conversations: 2,
    openConversations: 1,
    received: 2,
    sent: 0,
    lastMessage: { conversationSid: second.sid, text: 'There', isOutgoingMessage: false },
    scheduledMessages: 2,
  })

  const manager = await tenant.createUser('Manager', { locationIds: tenant.locationIds.slice(1) })
  expect(sids((await list('media', manager)).items)).toEqual([second.sid])
  const theirs = ok(await manager.call(contract.timeline.getSummary, { contactId }))
  expect(theirs).toMatchObject({ conversations: 1, received: 1, scheduledMessages: 1 })

  // Deleting the contact cancels what is scheduled: nothing is sent at its time.
  ok(await owner.call(contract.contacts.remove, { id: contactId }))
  const { rows } = await instance.server.database.owner.query(
    'select count(*)::int as n from scheduled_messages where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ n: 0 }])
  const { id } = ok(await owner.call(contract.contacts.add, { phone: newPhone() }))
  expect(ok(await owner.call(contract.timeline.getSummary, { contactId: id }))).toEqual({
    conversations: 0,
    openConversations: 0,
    received: 0,
    sent: 0,
    firstMessageOnUtc: null,
    lastMessage: null,
    scheduledMessages: 0,
  })
})

async function uploadToSandbox(): Promise<string> {
  const upload = await fetch(`${instance.url}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: PIXEL as Uint8Array<ArrayBuffer>,
  })
  return ((await upload.json()) as { url: string }).url
}
