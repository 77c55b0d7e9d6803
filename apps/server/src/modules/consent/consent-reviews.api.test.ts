import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { checkSend } from '../messaging/index.ts'

const instance = await sharedTestInstance()
const { consent } = contract

const UNCLEAR = 'I never signed up for this'

const reviews = async (person: TestUser) => ok(await person.call(consent.getReviews, {}))

const marketing = (tenant: Tenant, contactPhone: string) =>
  instance.server.services.inTenant(tenant, async (tx) => {
    const request = {
      contactPhone,
      tenantPhone: tenant.numbers[0] ?? '',
      purpose: 'conversation',
      at: tx.now(),
    } as const
    const [service, promotion] = [
      await checkSend(tx, request, true),
      await checkSend(tx, { ...request, isMarketing: true }, true),
    ]
    return [service, promotion].map((decision) => (decision.verdict === 'send' ? 'sent' : decision.reasons[0]))
  })

async function openReview(tenant: Tenant, phone = newPhone()) {
  const conversation = await tenant.textFrom(phone, UNCLEAR)
  const [review] = (await reviews(tenant.owner)).items
  if (!review) throw new Error('No review was opened.')
  return { phone, conversation, sid: review.message.sid }
}

const toPhone = async (tenant: Tenant, phone: string) =>
  (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)

test('a text that may be an opt-out is listed, waits for a reply, and blocks marketing until it is dismissed', async () => {
  const tenant = await instance.createTenant()
  const screen = await connectLive(instance.url, tenant.owner.auth)
  const { phone, conversation, sid } = await openReview(tenant)
  await screen.waitFor('consent-review.changed', (event) => event.conversationSid === conversation.sid)
  expect(conversation.contact.isOptedOut).toBe(false)
  expect(conversation.attributes.needsAnswerSince).not.toBeNull()
  expect(await reviews(tenant.owner)).toMatchObject({
    count: 1,
    items: [{ message: { sid, body: UNCLEAR }, conversation: { sid: conversation.sid } }],
  })
  expect(await marketing(tenant, phone)).toEqual(['sent', 'consent-review'])
  const { texts } = ok(await tenant.owner.call(consent.get, { contactId: conversation.contact.id }))
  expect(texts).toEqual({ service: [], marketing: ['consent-review'] })
  ok(await tenant.owner.call(consent.decideReview, { sid, decision: 'dismiss' }))
  expect(await marketing(tenant, phone)).toEqual(['sent', 'sent'])
  expect(await reviews(tenant.owner)).toMatchObject({ count: 0, items: [] })
  expect(await toPhone(tenant, phone)).toEqual([])
  expect(await tenant.owner.call(consent.decideReview, { sid, decision: 'opt-out' })).toFail('ConsentReviewDecided')
  ok(await tenant.owner.call(consent.undoReview, { sid }))
  expect(await marketing(tenant, phone)).toEqual(['sent', 'consent-review'])
})

test('deciding that it is an opt-out records the sentence, is confirmed once, audited, and can be undone', async () => {
  const tenant = await instance.createTenant()
  const { phone, conversation, sid } = await openReview(tenant)
  ok(await tenant.owner.call(consent.decideReview, { sid, decision: 'opt-out' }))
  await instance.idle()
  expect((await tenant.conversationWith(phone))?.contact.isOptedOut).toBe(true)
  expect(await toPhone(tenant, phone)).toEqual([expect.stringContaining('You are unsubscribed')])
  const contactId = conversation.contact.id
  const { events } = ok(await tenant.owner.call(consent.get, { contactId }))
  expect(events).toMatchObject([
    { kind: 'opt-out', source: 'text', wording: UNCLEAR, recordedBy: tenant.owner.auth.displayName },
  ])
  ok(await tenant.owner.call(consent.undoReview, { sid }))
  expect((await tenant.conversationWith(phone))?.contact.isOptedOut).toBe(false)
  expect(await marketing(tenant, phone)).toEqual(['sent', 'consent-review'])
  const after = ok(await tenant.owner.call(consent.get, { contactId }))
  expect(after.events.map(({ kind }) => kind)).toEqual(['void', 'opt-out'])
  expect(after.numbers).toMatchObject([
    { service: 'none', marketing: 'opted-in', isOptedOutByText: false },
    { service: 'none', marketing: 'opted-in' },
  ])
  const { entries } = ok(await tenant.owner.call(contract.audit.getList, {})).data
  expect(entries.filter(({ action }) => action === 'consent-review.decided')).toHaveLength(2)
})

test('undoing an opt-out opens the other reviews again that it ended', async () => {
  const tenant = await instance.createTenant()
  const { phone } = await openReview(tenant)
  await tenant.textFrom(phone, 'Why do you keep texting me')
  const open = async () => (await reviews(tenant.owner)).items.map(({ message }) => message.sid)
  const both = await open()
  expect(both).toHaveLength(2)
  const [sid = '', other = ''] = both
  ok(await tenant.owner.call(consent.decideReview, { sid, decision: 'opt-out' }))
  expect(await open()).toEqual([])
  ok(await tenant.owner.call(consent.undoReview, { sid }))
  expect(new Set(await open())).toEqual(new Set(both))
  ok(await tenant.owner.call(consent.decideReview, { sid, decision: 'dismiss' }))
  expect(await marketing(tenant, phone)).toEqual(['sent', 'consent-review'])
  ok(await tenant.owner.call(consent.decideReview, { sid: other, decision: 'dismiss' }))
  expect(await marketing(tenant, phone)).toEqual(['sent', 'sent'])
})

test('a keyword or a record of a teammate ends the review, and its decision cannot be undone over them', async () => {
  const tenant = await instance.createTenant()
  const { phone, sid } = await openReview(tenant)
  ok(await tenant.owner.call(consent.decideReview, { sid, decision: 'opt-out' }))
  await tenant.textFrom(phone, 'START')
  expect(await tenant.owner.call(consent.undoReview, { sid })).toFail('ConsentReviewDecided')
  expect(await marketing(tenant, phone)).toEqual(['sent', 'sent'])
  await tenant.textFrom(phone, UNCLEAR)
  expect((await reviews(tenant.owner)).count).toBe(1)
  await tenant.textFrom(phone, 'STOP')
  expect((await reviews(tenant.owner)).count).toBe(0)
  await tenant.textFrom(phone, UNCLEAR)
  expect((await reviews(tenant.owner)).count).toBe(0)
})

test('a text that arrives during an opt-out is reviewed once the opt-out is undone', async () => {
  const tenant = await instance.createTenant()
  const { phone, sid } = await openReview(tenant)
  ok(await tenant.owner.call(consent.decideReview, { sid, decision: 'opt-out' }))
  await tenant.textFrom(phone, 'Why do you keep texting me')
  expect(await reviews(tenant.owner)).toMatchObject({ count: 0, items: [] })
  ok(await tenant.owner.call(consent.undoReview, { sid }))
  const opened = (await reviews(tenant.owner)).items.map(({ message }) => message)
  expect(opened.map(({ body }) => body)).toEqual([UNCLEAR, 'Why do you keep texting me'])
  ok(await tenant.owner.call(consent.decideReview, { sid, decision: 'dismiss' }))
  expect(await marketing(tenant, phone)).toEqual(['sent', 'consent-review'])
  ok(await tenant.owner.call(consent.decideReview, { sid: opened[1]?.sid ?? '', decision: 'dismiss' }))
  expect(await marketing(tenant, phone)).toEqual(['sent', 'sent'])
})

test('it is also reviewed when a teammate records consent, but not when the person opts in', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const { contact } = await tenant.textFrom(phone, 'Hello')
  const record = (kind: 'opt-in' | 'opt-out') =>
    owner.call(consent.record, {
      contactId: contact.id,
      kind,
      purpose: 'all',
      source: 'phone-call',
      wording: 'On the phone',
    })
  ok(await record('opt-out'))
  await tenant.textFrom(phone, UNCLEAR)
  expect((await reviews(owner)).count).toBe(0)
  ok(await record('opt-in'))
  expect((await reviews(owner)).count).toBe(1)
  expect(await marketing(tenant, phone)).toEqual(['sent', 'consent-review'])

  ok(await record('opt-out'))
  await tenant.textFrom(phone, UNCLEAR)
  await tenant.textFrom(phone, 'START')
  expect(await marketing(tenant, phone)).toEqual(['sent', 'sent'])
  ok(await record('opt-out'))
  ok(await record('opt-in'))
  expect((await reviews(owner)).count).toBe(0)
})

test('a conversation that is deleted undecided leaves its number without marketing, with the sentence as evidence', async () => {
  const tenant = await instance.createTenant()
  const { phone, conversation } = await openReview(tenant)
  ok(await tenant.owner.call(contract.conversations.remove, { sid: conversation.sid }))
  expect((await reviews(tenant.owner)).count).toBe(0)
  expect(await marketing(tenant, phone)).toEqual(['sent', 'opted-out-of-marketing'])
  const { events } = ok(await tenant.owner.call(consent.get, { contactId: conversation.contact.id }))
  expect(events).toMatchObject([
    { kind: 'opt-out', purpose: 'marketing', wording: UNCLEAR, recordedBy: tenant.owner.auth.displayName },
  ])
})

test('only teammates who see the conversation and may record consent decide', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const { sid } = await openReview(tenant)
  const elsewhere = await tenant.createUser('Manager', { locationIds: [there] })
  expect((await reviews(elsewhere)).items).toEqual([])
  expect(await elsewhere.call(consent.decideReview, { sid, decision: 'dismiss' })).toFail('MessageNotFound')
  const stranger = await instance.createTenant()
  expect(await stranger.owner.call(consent.decideReview, { sid, decision: 'dismiss' })).toFail('MessageNotFound')
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  ok(
    await tenant.owner.call(contract.team.setRolePermission, {
      role: 'TeamMember',
      permission: 'contacts_edit',
      isGranted: false,
    }),
  )
  expect((await member.call(consent.decideReview, { sid, decision: 'dismiss' })).status).toBe(403)
})
