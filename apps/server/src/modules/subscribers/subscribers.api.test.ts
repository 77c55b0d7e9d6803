import { contract } from '@frontdesk/contract/api'
import { SUBSCRIBER_TREND_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import {
  addKeyword,
  addSubscriber,
  countSubscribers,
  listSubscriberPhones,
  listSubscribers,
  readConsentRecords,
  textsTo,
} from '../../testing/subscribers.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { isSubscriber } from './index.ts'

const { contacts, consent, conversationConfigs, subscribers } = contract

const instance = await sharedTestInstance()

/** Turns on the question to first-time texters. */
async function askFirstTimeTexters({ owner }: Tenant) {
  const { directMessageAutoSubscribeMessage } = ok(await owner.call(conversationConfigs.get, undefined)).data
  ok(
    await owner.call(conversationConfigs.save, {
      directMessageAutoSubscribeMessage: { ...directMessageAutoSubscribeMessage, isEnabled: true },
    }),
  )
}

test('a first-time texter is asked once, if the business chose to, and never again', async () => {
  const tenant = await instance.createTenant()
  const before = newPhone()
  await tenant.textFrom(before, 'Hello')
  expect(await textsTo(instance, tenant, before)).toEqual([])
  await askFirstTimeTexters(tenant)
  await tenant.textFrom(before, 'Hello again')
  expect(await textsTo(instance, tenant, before)).toEqual([])
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Do you have an appointment on Friday?')
  await tenant.textFrom(phone, 'Or on Monday?')
  expect(await textsTo(instance, tenant, phone)).toEqual([
    expect.stringMatching(/^Would you like offers from Business .* by text\?/),
  ])
  expect(await listSubscribers(tenant.owner, 'pending')).toMatchObject([{ phoneNumber: phone, source: 'first-text' }])
  // Also not when the conversation is forgotten and they are off the list.
  ok(await tenant.owner.call(subscribers.delete, { phoneNumbers: [phone] }))
  ok(await tenant.owner.call(contract.conversations.remove, { sid }))
  await tenant.textFrom(phone, 'Hello, it is me')
  expect(await textsTo(instance, tenant, phone)).toHaveLength(1)
})

test('a first-time texter is not asked who told a teammate that they want no marketing, from any of their numbers', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await askFirstTimeTexters(tenant)
  const [phone, mobile, work] = [newPhone(), newPhone(), newPhone()]
  const optOut = { kind: 'opt-out', purpose: 'marketing', source: 'phone-call', wording: 'No offers, please' } as const
  const { id: contactId } = ok(await owner.call(contacts.add, { name: 'Ann', phone }))
  ok(await owner.call(consent.record, { contactId, ...optOut }))
  const { id: other } = ok(await owner.call(contacts.add, { name: 'Ben', phone: mobile }))
  ok(await owner.call(contacts.addPhone, { id: other, phone: work }))
  ok(await owner.call(consent.record, { contactId: other, phoneNumber: work, ...optOut }))
  for (const texter of [phone, mobile]) {
    await tenant.textFrom(texter, 'Do you have an appointment on Friday?')
    expect(await textsTo(instance, tenant, texter)).toEqual([])
  }
  expect(await listSubscribers(owner, 'pending')).toEqual([])
})

test('people are added with what they agreed to, imported ones too; nobody who texted STOP', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ana = await addSubscriber(tenant, { name: 'Ana Silva' })
  expect(ana).toMatchObject({ name: 'Ana Silva', source: 'teammate', state: 'subscribed' })
  expect(await readConsentRecords(instance, tenant, ana.phoneNumber)).toEqual([
    { kind: 'opt-in', purpose: 'marketing', wording: 'Signed the sheet at the counter' },
  ])
  const imported = newPhone()
  const { id } = await uploadContacts(owner, `Name,Phone\r\nBen Berg,${imported}`, {
    check: { locationID: tenant.locationIds[0] ?? '' },
  })
  await instance.idle()
  ok(await owner.call(contract.contactImports.start, { id, marketingConsent: { wording: 'Signed up before' } }))
  await instance.idle()
  expect(await listSubscribers(owner, 'subscribed', { sources: ['import'] })).toMatchObject([
    { name: 'Ben Berg', phoneNumber: imported },
  ])
  ok(await owner.call(contract.contactImports.undo, { id }))
  await instance.idle()
  expect(await listSubscriberPhones(owner)).toEqual([ana.phoneNumber])

  const stopped = newPhone()
  await tenant.textFrom(stopped, 'STOP')
  const wrong = { phone: stopped, source: 'phone-call', wording: 'They said yes' } as const
  expect(await owner.call(subscribers.add, wrong)).toFail('OptedOutByText')
  expect(await owner.call(subscribers.add, { ...wrong, phone: '12', wording: 'x' })).toFail('InvalidInput')
  expect(await owner.call(subscribers.add, { ...wrong, phone: '555 0100', wording: 'x' })).toFail(
    'PhoneNumberInexistent',
  )
  expect(await owner.call(subscribers.add, { ...wrong, wording: '   ' })).toFail('InvalidInput')
})

test('unsubscribing opts out of marketing only, deleting forgets nothing', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [ana, ben] = [await addSubscriber(tenant), await addSubscriber(tenant)]
  const request = { phoneNumbers: [ana.phoneNumber], reason: 'Asked at the counter' }
  expect(ok(await owner.call(subscribers.unsubscribe, request)).data).toEqual({ changed: 1, isRunning: false })
  // Safe to repeat.
  expect(ok(await owner.call(subscribers.unsubscribe, request)).data).toEqual({ changed: 0, isRunning: false })
  expect((await readConsentRecords(instance, tenant, ana.phoneNumber))[1]).toEqual({
    kind: 'opt-out',
    purpose: 'marketing',
    wording: 'Asked at the counter',
  })
  expect(await countSubscribers(owner)).toEqual([1, 0, 1])
  const { numbers } = ok(await owner.call(consent.get, { contactId: ana.contactID }))
  expect(numbers[0]).toMatchObject({ marketing: 'opted-out', service: 'none' })

  const both = { phoneNumbers: [ana.phoneNumber, ben.phoneNumber] }
  expect(ok(await owner.call(subscribers.delete, both)).data).toMatchObject({ changed: 2 })
  expect(await countSubscribers(owner)).toEqual([0, 0, 0])
  expect(ok(await owner.call(consent.get, { contactId: ana.contactID })).numbers[0]).toMatchObject({
    marketing: 'opted-out',
  })
  const { entries } = ok(
    await owner.call(contract.audit.getList, { actions: ['subscribers.unsubscribed', 'subscribers.deleted'] }),
  ).data
  expect(entries.map(({ data }) => data)).toEqual([
    { subscribers: 2 },
    { subscribers: 1, reason: 'Asked at the counter' },
  ])
})

test('the list says how people unsubscribed: by text, by a teammate with the reason, or as recorded', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [texted, doubtful, removed, called] = [
    await addSubscriber(tenant),
    await addSubscriber(tenant),
    await addSubscriber(tenant),
    await addSubscriber(tenant),
  ]
  await tenant.textFrom(texted.phoneNumber, 'Stop')
  const sentence = 'no more offers please'
  await tenant.textFrom(doubtful.phoneNumber, sentence)
  const [review] = ok(await owner.call(consent.getReviews, {})).items
  ok(await owner.call(consent.decideReview, { sid: review?.message.sid ?? '', decision: 'opt-out' }))
  ok(await owner.call(subscribers.unsubscribe, { phoneNumbers: [removed.phoneNumber], reason: 'Moved away' }))
  const call = { contactId: called.contactID, kind: 'opt-out', source: 'phone-call', wording: 'No offers' } as const
  ok(await owner.call(consent.record, { ...call, purpose: 'marketing' }))
  // They had left by then.
  await tenant.textFrom(removed.phoneNumber, 'Stop')

  const recordedBy = owner.auth.displayName
  const left = await listSubscribers(owner, 'unsubscribed')
  expect(new Map(left.map(({ phoneNumber, optOut }) => [phoneNumber, optOut]))).toEqual(
    new Map([
      [texted.phoneNumber, { source: 'text', wording: 'Stop', recordedBy: null }],
      [doubtful.phoneNumber, { source: 'text', wording: sentence, recordedBy }],
      [removed.phoneNumber, { source: 'teammate', wording: 'Moved away', recordedBy }],
      [called.phoneNumber, { source: 'phone-call', wording: 'No offers', recordedBy }],
    ]),
  )
  const back = await addSubscriber(tenant, { phone: called.phoneNumber })
  expect(back.optOut).toBeNull()
})

test('how someone unsubscribed leaves out a sentence from a conversation that the viewer may not see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { phoneNumber } = await addSubscriber(tenant)
  await tenant.textFrom(phoneNumber, 'Hello')
  const sentence = 'Please stop texting me, I moved to Ohio'
  await tenant.textFrom(phoneNumber, sentence, { to: tenant.numbers[1] ?? '' })
  const [here = ''] = tenant.locationIds
  const member = await tenant.createUser('Manager', { locationIds: [here] })
  const optOut = { source: 'text', wording: sentence, recordedBy: null }
  expect(await listSubscribers(tenant.owner, 'unsubscribed')).toMatchObject([{ optOut }])
  expect(await listSubscribers(member, 'unsubscribed')).toMatchObject([{ optOut: { ...optOut, wording: '' } }])
})

test('all that match are changed in the background, and nobody else', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId, locationIds } = tenant
  // The planner's statistics are those of small tables, as after a quick import.
  await instance.server.database.owner.query('analyze contacts, opt_outs, subscribers')
  await instance.server.database.owner.query(
    `with numbers as (select n, '+1212' || lpad((2000000 + n)::text, 7, '0') as phone from generate_series(1, 1201) n),
     people as (
       insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at, tags)
       select $1, gen_random_uuid(), 'Person ' || n, phone, 'US', $2, 'user', now(), case when n = 7 then '{kept}' else '{sale}'::text[] end from numbers
     ), agreed as (
       insert into opt_outs (tenant_id, contact_phone, tenant_phone, is_marketing_opted_out, updated_at)
       select $1, phone, '', false, now() from numbers
     )
     insert into subscribers (tenant_id, phone, state, source, joined_at)
     select $1, phone, 'subscribed', 'import', now() - interval '1 minute' from numbers`,
    [tenantId, locationIds[0]],
  )
  expect(ok(await owner.call(subscribers.unsubscribe, { criteria: { tagsSearch: ['sale'] } })).data).toEqual({
    changed: 500,
    isRunning: true,
  })
  await instance.idle()
  expect(await countSubscribers(owner)).toEqual([1, 0, 1200])
  expect(await listSubscribers(owner)).toMatchObject([{ name: 'Person 7' }])
  expect(await owner.call(subscribers.unsubscribe, { criteria: {}, phoneNumbers: ['+12125550100'] })).toFail(
    'InvalidInput',
  )
  expect(await owner.call(subscribers.unsubscribe, {})).toFail('InvalidInput')

  const pages = ok(await owner.call(subscribers.getList, { state: 'unsubscribed', pageSize: 100 })).data
  const next = ok(
    await owner.call(subscribers.getList, { state: 'unsubscribed', pageSize: 100, cursor: pages.nextCursor ?? '' }),
  ).data
  expect(new Set([...pages.subscribers, ...next.subscribers].map(({ phoneNumber }) => phoneNumber)).size).toBe(200)
})

test('the list can be searched and filtered, and has only contacts the viewer may see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const ana = await addSubscriber(tenant, { name: 'Ana Silva', locationID: here })
  const ben = await addSubscriber(tenant, { name: 'Ben Berg', locationID: there })
  ok(await owner.call(contacts.updateTags, { id: ben.contactID, tags: ['VIP'] }))
  expect(await listSubscriberPhones(owner, 'subscribed', { searchTerm: 'silva' })).toEqual([ana.phoneNumber])
  expect(await listSubscriberPhones(owner, 'subscribed', { searchTerm: ben.phoneNumber.slice(-7) })).toEqual([
    ben.phoneNumber,
  ])
  expect(await listSubscriberPhones(owner, 'subscribed', { locationIDs: [there] })).toEqual([ben.phoneNumber])
  expect(await listSubscriberPhones(owner, 'subscribed', { tagsSearch: ['VIP'] })).toEqual([ben.phoneNumber])
  expect(await listSubscriberPhones(owner, 'subscribed', { sources: ['keyword'] })).toEqual([])
  expect(await listSubscriberPhones(owner, 'subscribed', { joinedFromUtc: ben.joinedOnUtc })).toContain(ben.phoneNumber)
  expect(await listSubscriberPhones(owner, 'subscribed', { joinedBeforeUtc: ana.joinedOnUtc })).toEqual([])
  expect(await owner.call(subscribers.getList, { cursor: 'x' })).toFail('InvalidInput')

  const member = await tenant.createUser('Manager', { locationIds: [here] })
  expect(await listSubscriberPhones(member)).toEqual([ana.phoneNumber])
  expect(await countSubscribers(member)).toEqual([1, 0, 0])
  expect(await member.call(subscribers.unsubscribe, { phoneNumbers: [ana.phoneNumber] })).toFail('Forbidden')
  expect(await member.call(subscribers.delete, { phoneNumbers: [ana.phoneNumber] })).toFail('Forbidden')
  for (const permission of ['campaigns_unsubscribe_contacts', 'campaigns_delete_subscribers'] as const)
    ok(await owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: true }))
  // Hidden people are neither chosen nor matched.
  expect(ok(await member.call(subscribers.unsubscribe, { phoneNumbers: [ben.phoneNumber] })).data.changed).toBe(0)
  expect(ok(await member.call(subscribers.delete, { criteria: {} })).data.changed).toBe(1)
  expect(await listSubscriberPhones(owner)).toEqual([ben.phoneNumber])
  const { owner: stranger } = await instance.createTenant()
  expect(await countSubscribers(stranger)).toEqual([0, 0, 0])
  expect(ok(await stranger.call(subscribers.unsubscribe, { phoneNumbers: [ben.phoneNumber] })).data.changed).toBe(0)
})

test('the chart counts by day who joined and who left, among those the viewer may see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const [ana, ben, cleo] = [
    await addSubscriber(tenant, { locationID: here }),
    await addSubscriber(tenant, { locationID: there }),
    await addSubscriber(tenant, { locationID: here }),
  ]
  ok(await owner.call(subscribers.unsubscribe, { phoneNumbers: [ana.phoneNumber] }))
  const setTimes = (phone: string, joined: string, left: string | null) =>
    instance.server.database.owner.query(
      'update subscribers set joined_at = $3, left_at = $4 where tenant_id = $1 and phone = $2',
      [tenant.tenantId, phone, joined, left],
    )
  const noon = Temporal.Now.plainDateISO('UTC').toZonedDateTime({ timeZone: 'UTC', plainTime: '00:30' })
  const daysAgo = (days: number) => noon.subtract({ days })
  const at = (days: number) => daysAgo(days).toInstant().toString()
  const dayIn = (days: number, zone: string) => daysAgo(days).withTimeZone(zone).toPlainDate().toString()
  await setTimes(ana.phoneNumber, at(5), at(2))
  await setTimes(ben.phoneNumber, at(5), null)
  await setTimes(cleo.phoneNumber, at(60), null)
  const read = async (user: TestUser, input = {}) => ok(await user.call(subscribers.getTrend, input)).data
  expect(await read(owner)).toEqual({
    points: [
      { day: dayIn(5, 'UTC'), joined: 2, left: 0 },
      { day: dayIn(2, 'UTC'), joined: 0, left: 1 },
    ],
    fromDay: dayIn(29, 'UTC'),
    isPartial: false,
  })
  // Half past midnight is the day before in New York.
  const inNewYork = await read(owner, { days: 90, timeZone: 'America/New_York', locationIDs: [here] })
  expect(inNewYork.points).toEqual([
    { day: dayIn(60, 'America/New_York'), joined: 1, left: 0 },
    { day: dayIn(5, 'America/New_York'), joined: 1, left: 0 },
    { day: dayIn(2, 'America/New_York'), joined: 0, left: 1 },
  ])
  const manager = await tenant.createUser('Manager', { locationIds: [there] })
  const ofManager = await read(manager, { days: 90 })
  expect(ofManager).toMatchObject({ points: [{ day: dayIn(5, 'UTC'), joined: 1, left: 0 }], isPartial: false })

  // More than are counted join, none of whom the manager sees, so that what happened before is left out.
  await instance.server.database.owner.query(
    `insert into subscribers (tenant_id, phone, state, source, joined_at)
     select $1, '+1646' || (7000000 + i), 'subscribed', 'import', $2::timestamptz from generate_series(1, $3) i`,
    [tenant.tenantId, at(3), SUBSCRIBER_TREND_MAX],
  )
  expect(await read(owner)).toEqual({
    points: [{ day: dayIn(2, 'UTC'), joined: 0, left: 1 }],
    fromDay: dayIn(2, 'UTC'),
    isPartial: false,
  })
  expect(await read(manager, { days: 90 })).toEqual({ points: [], fromDay: ofManager.fromDay, isPartial: true })
})

test('an audience of subscribers has those who agreed, on any of their numbers, and nobody who opted out or waits', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addKeyword(tenant)
  const [ana, ben, cleo] = [await addSubscriber(tenant), await addSubscriber(tenant), await addSubscriber(tenant)]
  await tenant.textFrom(ben.phoneNumber, 'REMOVE')
  ok(await owner.call(subscribers.delete, { phoneNumbers: [cleo.phoneNumber] }))
  await tenant.textFrom(newPhone(), 'deals')
  const second = newPhone()
  ok(await owner.call(contacts.addPhone, { id: ana.contactID, phone: second }))
  const audience = () =>
    instance.server.database.inTenant(tenant, async (tx) => {
      const { rows } = await sql<{ phone: string }>`
        select t.phone from contacts t where t.tenant_id = ${tx.tenantId} and t.main_id is null and ${isSubscriber(tx)}`.execute(
        tx,
      )
      return rows.map(({ phone }) => phone)
    })
  expect(await audience()).toEqual([ana.phoneNumber])
  // The person refuses with their other number.
  await tenant.textFrom(second, 'STOP')
  expect(await audience()).toEqual([])
  expect(await countSubscribers(owner)).toEqual([0, 1, 2])
})
