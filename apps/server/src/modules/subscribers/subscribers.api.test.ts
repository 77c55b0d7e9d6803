import { contract } from '@frontdesk/contract/api'
import { DEFAULT_MARKETING_SETTINGS, SUBSCRIBER_TREND_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inboundForm, postAsCarrier } from '../../testing/carrier-post.ts'
import { ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { isSubscriber } from './index.ts'

const { contacts, consent, conversationConfigs, optInKeywords, subscribers } = contract

const instance = await sharedTestInstance()

const addKeyword = async (
  tenant: Tenant,
  values: { isDoubleOptIn?: boolean; replyText?: string; to?: string } = {},
) => {
  const { to = tenant.numbers[0] ?? '', ...rest } = values
  return ok(await tenant.owner.call(optInKeywords.save, { tenantPhoneNumber: to, keyword: 'deals', ...rest })).data
}

const toPhone = async (tenant: Tenant, phone: string) => {
  await instance.idle()
  return (await tenant.messagesOnPhone(phone))
    .filter(({ direction }) => direction !== 'inbound')
    .map(({ body }) => body)
}

const list = async (user: TestUser, state: 'subscribed' | 'pending' | 'unsubscribed' = 'subscribed', criteria = {}) =>
  ok(await user.call(subscribers.getList, { state, ...criteria })).data.subscribers

const phonesIn = async (
  user: TestUser,
  state: 'subscribed' | 'pending' | 'unsubscribed' = 'subscribed',
  criteria = {},
) => (await list(user, state, criteria)).map(({ phoneNumber }) => phoneNumber)

const counts = async (user: TestUser) => {
  const { subscribed, pending, unsubscribed } = ok(await user.call(subscribers.getStats, {})).data
  return [subscribed.count, pending.count, unsubscribed.count]
}

const add = async ({ owner }: Tenant, values: { phone?: string; name?: string; locationID?: string } = {}) =>
  ok(
    await owner.call(subscribers.add, {
      phone: newPhone(),
      source: 'paper-form',
      wording: 'Signed the sheet at the counter',
      ...values,
    }),
  ).data

/** The records of consent of a number. */
async function ledger({ tenantId }: Tenant, phone: string) {
  const { rows } = await instance.server.database.owner.query<{ kind: string; purpose: string; wording: string }>(
    'select kind, purpose, wording from consent_events where tenant_id = $1 and contact_phone = $2 order by created_at, id',
    [tenantId, phone],
  )
  return rows
}

test('a keyword asks first, and YES subscribes: the ledger has every text that led to it', async () => {
  const tenant = await instance.createTenant()
  await addKeyword(tenant)
  const phone = newPhone()
  const screen = await connectLive(instance.url, tenant.owner.auth)
  await tenant.textFrom(phone, '“Deals!”')
  await screen.waitFor('contact.changed')
  screen.close()
  const [question = ''] = await toPhone(tenant, phone)
  expect(question).toMatch(
    /^Business .*: Reply YES to get our offers by text\..*Reply REMOVE to unsubscribe \(or STOP\)/,
  )
  expect(await counts(tenant.owner)).toEqual([0, 1, 0])
  expect(await list(tenant.owner, 'pending')).toMatchObject([
    { phoneNumber: phone, source: 'keyword', keyword: 'DEALS' },
  ])
  expect(await ledger(tenant, phone)).toEqual([])

  await tenant.textFrom(phone, 'Sí')
  expect((await toPhone(tenant, phone))[1]).toMatch(/You're subscribed to our offers/)
  expect(await list(tenant.owner)).toMatchObject([
    { phoneNumber: phone, source: 'keyword', keyword: 'DEALS', tenantPhoneNumber: tenant.numbers[0] },
  ])
  expect(await ledger(tenant, phone)).toEqual([
    { kind: 'opt-in', purpose: 'marketing', wording: `DEALS\n${question}\nSí` },
  ])
  // A later yes answers something else.
  await tenant.textFrom(phone, 'Yes')
  expect(await toPhone(tenant, phone)).toHaveLength(2)
  expect(await ledger(tenant, phone)).toHaveLength(1)
})

test('a keyword is answered, however many automatic texts its sender got that day; a repeated one is not', async () => {
  const tenant = await instance.createTenant()
  ok(await tenant.owner.call(contract.sending.saveSettings, { automatedTextsPerDay: 1 }))
  await addKeyword(tenant)
  const phone = newPhone()
  ok(await tenant.owner.call(conversationConfigs.save, { replyOnNewMessage: { isEnabled: true, message: 'Thanks!' } }))
  for (const body of ['Hello', 'Deals', 'Deals', 'Yes', 'Deals']) {
    await tenant.textFrom(phone, body)
    await instance.idle()
  }
  const texts = await toPhone(tenant, phone)
  expect(texts).toHaveLength(3)
  expect(texts[2]).toMatch(/You're subscribed to our offers/)
})

test('a YES to another question subscribes no one', async () => {
  const tenant = await instance.createTenant()
  await addKeyword(tenant)
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Deals')
  await instance.idle()
  const text = { conversationSid: sid, text: 'Is 3 pm all right?', clientMessageId: crypto.randomUUID() }
  ok(await tenant.owner.call(contract.messages.send, text))
  await instance.idle()
  await tenant.textFrom(phone, 'Yes')
  await instance.idle()
  expect(await counts(tenant.owner)).toEqual([0, 1, 0])
  expect(await ledger(tenant, phone)).toEqual([])
})

test('without a double opt-in the keyword subscribes at once, answered once however often the text arrives', async () => {
  const tenant = await instance.createTenant()
  await addKeyword(tenant, {
    isDoubleOptIn: false,
    replyText: 'Welcome to :business_name:! Reply REMOVE to unsubscribe.',
  })
  const phone = newPhone()
  const path = '/webhooks/twilio/message'
  const { sid: accountSid, authToken } = instance.account
  const form = inboundForm({ accountSid, to: tenant.numbers[0] ?? '', from: phone, body: 'DEALS' })
  const deliver = () =>
    postAsCarrier(instance.url + path, form, { authToken, signedUrl: instance.server.publicUrl() + path })
  await Promise.all([deliver(), deliver(), deliver()])
  await instance.idle()
  const [reply = '', ...others] = await toPhone(tenant, phone)
  expect(reply).toMatch(/^Welcome to Business/)
  expect(others).toEqual([])
  expect(await ledger(tenant, phone)).toEqual([{ kind: 'opt-in', purpose: 'marketing', wording: `DEALS\n${reply}` }])
  // Again by the person: they are on the list already.
  await tenant.textFrom(phone, 'deals')
  expect(await toPhone(tenant, phone)).toHaveLength(2)
  expect(await ledger(tenant, phone)).toHaveLength(1)
})

test('a keyword counts only where it is on, for its number, and gets no other automatic reply', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  ok(
    await tenant.owner.call(conversationConfigs.save, {
      replyOnNewMessage: { isEnabled: true, message: 'Thanks for your message!' },
    }),
  )
  const keyword = await addKeyword(tenant)
  const [phone, other, late] = [newPhone(), newPhone(), newPhone()]
  await tenant.textFrom(phone, 'deals')
  expect(await toPhone(tenant, phone)).toEqual([expect.stringContaining('Reply YES')])
  await tenant.textFrom(other, 'deals', { to: tenant.numbers[1] ?? '' })
  expect(await toPhone(tenant, other)).toEqual(['Thanks for your message!'])
  ok(await tenant.owner.call(optInKeywords.save, { ...keyword, isEnabled: false }))
  await tenant.textFrom(late, 'deals')
  expect(await toPhone(tenant, late)).toEqual(['Thanks for your message!'])
  expect(await phonesIn(tenant.owner, 'pending')).toEqual([phone])
})

test('a keyword of one number ends a marketing opt-out from that number alone', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.numbers
  await addKeyword(tenant, { isDoubleOptIn: false })
  await addKeyword(tenant, { to: there })
  const phone = newPhone()
  await tenant.textFrom(phone, 'DEALS', { to: here })
  const [subscriber] = await list(tenant.owner)
  const optOut = { kind: 'opt-out', purpose: 'marketing', source: 'phone-call', tenantPhoneNumber: there } as const
  ok(await tenant.owner.call(contract.consent.record, { contactId: subscriber?.contactID ?? '', ...optOut }))
  expect(await phonesIn(tenant.owner, 'subscribed')).toEqual([phone])
  await tenant.textFrom(phone, 'DEALS', { to: there })
  expect((await ledger(tenant, phone)).map(({ kind }) => kind)).toEqual(['opt-in', 'opt-out', 'opt-in'])
  expect(await phonesIn(tenant.owner, 'subscribed')).toEqual([phone])
})

test('STOP between the question and the answer wins; a keyword does not lift it, START does', async () => {
  const tenant = await instance.createTenant()
  await addKeyword(tenant)
  const phone = newPhone()
  await tenant.textFrom(phone, 'DEALS')
  expect(await toPhone(tenant, phone)).toHaveLength(1)
  await tenant.textFrom(phone, 'STOP')
  expect(await counts(tenant.owner)).toEqual([0, 0, 1])
  await tenant.textFrom(phone, 'oui')
  await tenant.textFrom(phone, 'DEALS')
  // The question, and the carrier's confirmation.
  expect(await toPhone(tenant, phone)).toHaveLength(2)
  expect((await ledger(tenant, phone)).map(({ kind }) => kind)).toEqual(['opt-out'])
  expect(await counts(tenant.owner)).toEqual([0, 0, 1])
  await tenant.textFrom(phone, 'START')
  expect(await counts(tenant.owner)).toEqual([1, 0, 0])
})

test('a first-time texter is asked once, if the business chose to, and never again', async () => {
  const tenant = await instance.createTenant()
  const before = newPhone()
  await tenant.textFrom(before, 'Hello')
  expect(await toPhone(tenant, before)).toEqual([])
  const { directMessageAutoSubscribeMessage } = ok(await tenant.owner.call(conversationConfigs.get, undefined)).data
  ok(
    await tenant.owner.call(conversationConfigs.save, {
      directMessageAutoSubscribeMessage: { ...directMessageAutoSubscribeMessage, isEnabled: true },
    }),
  )
  await tenant.textFrom(before, 'Hello again')
  expect(await toPhone(tenant, before)).toEqual([])
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Do you have an appointment on Friday?')
  await tenant.textFrom(phone, 'Or on Monday?')
  expect(await toPhone(tenant, phone)).toEqual([
    expect.stringMatching(/^Would you like offers from Business .* by text\?/),
  ])
  expect(await list(tenant.owner, 'pending')).toMatchObject([{ phoneNumber: phone, source: 'first-text' }])
  // Also not when the conversation is forgotten and they are off the list.
  ok(await tenant.owner.call(subscribers.delete, { phoneNumbers: [phone] }))
  ok(await tenant.owner.call(contract.conversations.remove, { sid }))
  await tenant.textFrom(phone, 'Hello, it is me')
  expect(await toPhone(tenant, phone)).toHaveLength(1)
})

test('people are added with what they agreed to, imported ones too; nobody who texted STOP', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ana = await add(tenant, { name: 'Ana Silva' })
  expect(ana).toMatchObject({ name: 'Ana Silva', source: 'teammate', state: 'subscribed' })
  expect(await ledger(tenant, ana.phoneNumber)).toEqual([
    { kind: 'opt-in', purpose: 'marketing', wording: 'Signed the sheet at the counter' },
  ])
  const imported = newPhone()
  const { id } = await uploadContacts(owner, `Name,Phone\r\nBen Berg,${imported}`, {
    check: { locationID: tenant.locationIds[0] ?? '' },
  })
  await instance.idle()
  ok(await owner.call(contract.contactImports.start, { id, marketingConsent: { wording: 'Signed up before' } }))
  await instance.idle()
  expect(await list(owner, 'subscribed', { sources: ['import'] })).toMatchObject([
    { name: 'Ben Berg', phoneNumber: imported },
  ])
  ok(await owner.call(contract.contactImports.undo, { id }))
  await instance.idle()
  expect(await phonesIn(owner)).toEqual([ana.phoneNumber])

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
  const [ana, ben] = [await add(tenant), await add(tenant)]
  const request = { phoneNumbers: [ana.phoneNumber], reason: 'Asked at the counter' }
  expect(ok(await owner.call(subscribers.unsubscribe, request)).data).toEqual({ changed: 1, isRunning: false })
  // Safe to repeat.
  expect(ok(await owner.call(subscribers.unsubscribe, request)).data).toEqual({ changed: 0, isRunning: false })
  expect((await ledger(tenant, ana.phoneNumber))[1]).toEqual({
    kind: 'opt-out',
    purpose: 'marketing',
    wording: 'Asked at the counter',
  })
  expect(await counts(owner)).toEqual([1, 0, 1])
  const { numbers } = ok(await owner.call(consent.get, { contactId: ana.contactID }))
  expect(numbers[0]).toMatchObject({ marketing: 'opted-out', service: 'none' })

  const both = { phoneNumbers: [ana.phoneNumber, ben.phoneNumber] }
  expect(ok(await owner.call(subscribers.delete, both)).data).toMatchObject({ changed: 2 })
  expect(await counts(owner)).toEqual([0, 0, 0])
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
    await add(tenant),
    await add(tenant),
    await add(tenant),
    await add(tenant),
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
  const left = await list(owner, 'unsubscribed')
  expect(new Map(left.map(({ phoneNumber, optOut }) => [phoneNumber, optOut]))).toEqual(
    new Map([
      [texted.phoneNumber, { source: 'text', wording: 'Stop', recordedBy: null }],
      [doubtful.phoneNumber, { source: 'text', wording: sentence, recordedBy }],
      [removed.phoneNumber, { source: 'teammate', wording: 'Moved away', recordedBy }],
      [called.phoneNumber, { source: 'phone-call', wording: 'No offers', recordedBy }],
    ]),
  )
  const back = await add(tenant, { phone: called.phoneNumber })
  expect(back.optOut).toBeNull()
})

test('how someone unsubscribed leaves out a sentence from a conversation that the viewer may not see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { phoneNumber } = await add(tenant)
  await tenant.textFrom(phoneNumber, 'Hello')
  const sentence = 'Please stop texting me, I moved to Ohio'
  await tenant.textFrom(phoneNumber, sentence, { to: tenant.numbers[1] ?? '' })
  const [here = ''] = tenant.locationIds
  const member = await tenant.createUser('Manager', { locationIds: [here] })
  const optOut = { source: 'text', wording: sentence, recordedBy: null }
  expect(await list(tenant.owner, 'unsubscribed')).toMatchObject([{ optOut }])
  expect(await list(member, 'unsubscribed')).toMatchObject([{ optOut: { ...optOut, wording: '' } }])
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
  expect(await counts(owner)).toEqual([1, 0, 1200])
  expect(await list(owner)).toMatchObject([{ name: 'Person 7' }])
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
  const ana = await add(tenant, { name: 'Ana Silva', locationID: here })
  const ben = await add(tenant, { name: 'Ben Berg', locationID: there })
  ok(await owner.call(contacts.updateTags, { id: ben.contactID, tags: ['VIP'] }))
  expect(await phonesIn(owner, 'subscribed', { searchTerm: 'silva' })).toEqual([ana.phoneNumber])
  expect(await phonesIn(owner, 'subscribed', { searchTerm: ben.phoneNumber.slice(-7) })).toEqual([ben.phoneNumber])
  expect(await phonesIn(owner, 'subscribed', { locationIDs: [there] })).toEqual([ben.phoneNumber])
  expect(await phonesIn(owner, 'subscribed', { tagsSearch: ['VIP'] })).toEqual([ben.phoneNumber])
  expect(await phonesIn(owner, 'subscribed', { sources: ['keyword'] })).toEqual([])
  expect(await phonesIn(owner, 'subscribed', { joinedFromUtc: ben.joinedOnUtc })).toContain(ben.phoneNumber)
  expect(await phonesIn(owner, 'subscribed', { joinedBeforeUtc: ana.joinedOnUtc })).toEqual([])
  expect(await owner.call(subscribers.getList, { cursor: 'x' })).toFail('InvalidInput')

  const member = await tenant.createUser('Manager', { locationIds: [here] })
  expect(await phonesIn(member)).toEqual([ana.phoneNumber])
  expect(await counts(member)).toEqual([1, 0, 0])
  expect(await member.call(subscribers.unsubscribe, { phoneNumbers: [ana.phoneNumber] })).toFail('Forbidden')
  expect(await member.call(subscribers.delete, { phoneNumbers: [ana.phoneNumber] })).toFail('Forbidden')
  for (const permission of ['campaigns_unsubscribe_contacts', 'campaigns_delete_subscribers'] as const)
    ok(await owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: true }))
  // Hidden people are neither chosen nor matched.
  expect(ok(await member.call(subscribers.unsubscribe, { phoneNumbers: [ben.phoneNumber] })).data.changed).toBe(0)
  expect(ok(await member.call(subscribers.delete, { criteria: {} })).data.changed).toBe(1)
  expect(await phonesIn(owner)).toEqual([ben.phoneNumber])
  const { owner: stranger } = await instance.createTenant()
  expect(await counts(stranger)).toEqual([0, 0, 0])
  expect(ok(await stranger.call(subscribers.unsubscribe, { phoneNumbers: [ben.phoneNumber] })).data.changed).toBe(0)
})

test('the chart counts by day who joined and who left, among those the viewer may see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const [ana, ben, cleo] = [
    await add(tenant, { locationID: here }),
    await add(tenant, { locationID: there }),
    await add(tenant, { locationID: here }),
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

test('keywords are one word that means nothing else, once per number, and of numbers at one’s locations', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.numbers
  const save = (user: TestUser, keyword: string, rest = {}) =>
    user.call(optInKeywords.save, { tenantPhoneNumber: here, keyword, ...rest })
  const deals = ok(await save(owner, ' Déals ')).data
  expect(deals).toMatchObject({ keyword: 'DEALS', isDoubleOptIn: true, isEnabled: true, replyText: null, version: 1 })
  expect(await save(owner, 'deals')).toFail('KeywordTaken')
  for (const reserved of [
    'Stop',
    'END',
    'remove',
    'baja',
    'arrêt',
    'START',
    'help',
    'info',
    'yes',
    'Sí',
    'oui',
    'unstop',
  ])
    expect(await save(owner, reserved)).toFail('KeywordReserved')
  for (const wrong of ['two words', 'a', '2026', 'D-D', '🎉🎉'])
    expect(await save(owner, wrong)).toFail('KeywordInvalid')
  expect(await save(owner, 'x'.repeat(40))).toFail('InvalidInput')
  expect(await save(owner, 'FREE', { tenantPhoneNumber: '+12025550199' })).toFail('PhoneNumberNotFound')
  expect(await save(owner, 'FREE', { replyText: 'x'.repeat(321) })).toFail('InvalidInput')
  const changed = ok(await save(owner, 'OFFERS', { ...deals, keyword: 'OFFERS', tenantPhoneNumber: there })).data
  expect(changed).toMatchObject({ id: deals.id, keyword: 'OFFERS', tenantPhoneNumber: there, version: 2 })
  expect(await save(owner, 'OFFERS', { ...deals })).toFail('ChangedMeanwhile')

  const manager = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[0] ?? ''] })
  expect(ok(await manager.call(optInKeywords.getList, undefined)).data.keywords).toEqual([])
  expect(await save(manager, 'FREE')).toFail('Forbidden')
  ok(
    await owner.call(contract.team.setRolePermission, {
      role: 'Manager',
      permission: 'admin_manage_settings',
      isGranted: true,
    }),
  )
  expect(await manager.call(optInKeywords.delete, { id: deals.id })).toFail('OptInKeywordNotFound')
  expect(await save(manager, 'FREE', { tenantPhoneNumber: there })).toFail('PhoneNumberNotFound')
  ok(await save(manager, 'FREE'))
  ok(await owner.call(optInKeywords.delete, { id: deals.id }))
  expect(ok(await owner.call(optInKeywords.getList, undefined)).data.keywords).toMatchObject([{ keyword: 'FREE' }])
})

test('the texts of opt-ins are saved, and the slower of two saves is refused', async () => {
  const { owner, createUser } = await instance.createTenant()
  const { marketingSettings } = contract
  expect(ok(await owner.call(marketingSettings.get, undefined)).data).toEqual({
    ...DEFAULT_MARKETING_SETTINGS,
    version: 0,
  })
  const subscribedText = 'Welcome! Reply REMOVE or STOP to unsubscribe.'
  expect(ok(await owner.call(marketingSettings.save, { subscribedText, version: 0 })).data).toMatchObject({
    subscribedText,
    questionText: DEFAULT_MARKETING_SETTINGS.questionText,
    version: 1,
  })
  expect(await owner.call(marketingSettings.save, { subscribedText: 'Late', version: 0 })).toFail('ChangedMeanwhile')
  expect(await owner.call(marketingSettings.save, { subscribedText: ' ' })).toFail('InvalidInput')
  const member = await createUser('TeamMember')
  expect(await member.call(marketingSettings.save, { subscribedText })).toFail('Forbidden')
})

test('an audience of subscribers has those who agreed, on any of their numbers, and nobody who opted out or waits', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addKeyword(tenant)
  const [ana, ben, cleo] = [await add(tenant), await add(tenant), await add(tenant)]
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
  expect(await counts(owner)).toEqual([0, 1, 2])
})

test('the texts of a month are counted in segments, for those who manage the business', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const usage = async () => ok(await tenant.owner.call(contract.sending.getUsage, undefined)).data
  expect(await usage()).toMatchObject({ texts: 0, segments: 0, mediaMessages: 0 })
  const text = 'x'.repeat(200)
  const message = { conversationSid: sid, text, clientMessageId: crypto.randomUUID() }
  ok(await tenant.owner.call(contract.messages.send, message))
  await instance.idle()
  expect(await usage()).toMatchObject({ texts: 1, segments: 2, mediaMessages: 0 })
  const member = await tenant.createUser('TeamMember')
  expect(await member.call(contract.sending.getUsage, undefined)).toFail('Forbidden')
})
