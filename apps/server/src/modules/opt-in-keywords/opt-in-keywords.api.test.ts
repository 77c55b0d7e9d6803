import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { inboundForm, postAsCarrier } from '../../testing/carrier-post.ts'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import {
  addKeyword,
  countSubscribers,
  listSubscriberPhones,
  listSubscribers,
  readConsentRecords,
  textsTo,
} from '../../testing/subscribers.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { conversationConfigs, optInKeywords } = contract

const instance = await sharedTestInstance()

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

test('a keyword asks first, and YES subscribes: the ledger has every text that led to it', async () => {
  const tenant = await instance.createTenant()
  await addKeyword(tenant)
  const phone = newPhone()
  const screen = await connectLive(instance.url, tenant.owner.auth)
  await tenant.textFrom(phone, '“Deals!”')
  await screen.waitFor('contact.changed')
  screen.close()
  const [question = ''] = await textsTo(instance, tenant, phone)
  expect(question).toMatch(
    /^Business .*: Reply YES to get our offers by text\..*Reply REMOVE to unsubscribe \(or STOP\)/,
  )
  expect(await countSubscribers(tenant.owner)).toEqual([0, 1, 0])
  expect(await listSubscribers(tenant.owner, 'pending')).toMatchObject([
    { phoneNumber: phone, source: 'keyword', keyword: 'DEALS' },
  ])
  expect(await readConsentRecords(instance, tenant, phone)).toEqual([])

  await tenant.textFrom(phone, 'Sí')
  expect((await textsTo(instance, tenant, phone))[1]).toMatch(/You're subscribed to our offers/)
  expect(await listSubscribers(tenant.owner)).toMatchObject([
    { phoneNumber: phone, source: 'keyword', keyword: 'DEALS', tenantPhoneNumber: tenant.numbers[0] },
  ])
  expect(await readConsentRecords(instance, tenant, phone)).toEqual([
    { kind: 'opt-in', purpose: 'marketing', wording: `DEALS\n${question}\nSí` },
  ])
  // A later yes answers something else.
  await tenant.textFrom(phone, 'Yes')
  expect(await textsTo(instance, tenant, phone)).toHaveLength(2)
  expect(await readConsentRecords(instance, tenant, phone)).toHaveLength(1)
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
  const texts = await textsTo(instance, tenant, phone)
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
  expect(await countSubscribers(tenant.owner)).toEqual([0, 1, 0])
  expect(await readConsentRecords(instance, tenant, phone)).toEqual([])
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
  const [reply = '', ...others] = await textsTo(instance, tenant, phone)
  expect(reply).toMatch(/^Welcome to Business/)
  expect(others).toEqual([])
  expect(await readConsentRecords(instance, tenant, phone)).toEqual([
    { kind: 'opt-in', purpose: 'marketing', wording: `DEALS\n${reply}` },
  ])
  // Again by the person: they are on the list already.
  await tenant.textFrom(phone, 'deals')
  expect(await textsTo(instance, tenant, phone)).toHaveLength(2)
  expect(await readConsentRecords(instance, tenant, phone)).toHaveLength(1)
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
  expect(await textsTo(instance, tenant, phone)).toEqual([expect.stringContaining('Reply YES')])
  await tenant.textFrom(other, 'deals', { to: tenant.numbers[1] ?? '' })
  expect(await textsTo(instance, tenant, other)).toEqual(['Thanks for your message!'])
  ok(await tenant.owner.call(optInKeywords.save, { ...keyword, isEnabled: false }))
  await tenant.textFrom(late, 'deals')
  expect(await textsTo(instance, tenant, late)).toEqual(['Thanks for your message!'])
  expect(await listSubscriberPhones(tenant.owner, 'pending')).toEqual([phone])
})

test('a keyword of one number ends a marketing opt-out from that number alone', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.numbers
  await addKeyword(tenant, { isDoubleOptIn: false })
  await addKeyword(tenant, { to: there })
  const phone = newPhone()
  await tenant.textFrom(phone, 'DEALS', { to: here })
  const [subscriber] = await listSubscribers(tenant.owner)
  const optOut = { kind: 'opt-out', purpose: 'marketing', source: 'phone-call', tenantPhoneNumber: there } as const
  ok(await tenant.owner.call(contract.consent.record, { contactId: subscriber?.contactID ?? '', ...optOut }))
  expect(await listSubscriberPhones(tenant.owner, 'subscribed')).toEqual([phone])
  await tenant.textFrom(phone, 'DEALS', { to: there })
  expect((await readConsentRecords(instance, tenant, phone)).map(({ kind }) => kind)).toEqual([
    'opt-in',
    'opt-out',
    'opt-in',
  ])
  expect(await listSubscriberPhones(tenant.owner, 'subscribed')).toEqual([phone])
})

test('STOP between the question and the answer wins; a keyword does not lift it, START does', async () => {
  const tenant = await instance.createTenant()
  await addKeyword(tenant)
  const phone = newPhone()
  await tenant.textFrom(phone, 'DEALS')
  expect(await textsTo(instance, tenant, phone)).toHaveLength(1)
  await tenant.textFrom(phone, 'STOP')
  expect(await countSubscribers(tenant.owner)).toEqual([0, 0, 1])
  await tenant.textFrom(phone, 'oui')
  await tenant.textFrom(phone, 'DEALS')
  // The question, and the carrier's confirmation.
  expect(await textsTo(instance, tenant, phone)).toHaveLength(2)
  expect((await readConsentRecords(instance, tenant, phone)).map(({ kind }) => kind)).toEqual(['opt-out'])
  expect(await countSubscribers(tenant.owner)).toEqual([0, 0, 1])
  await tenant.textFrom(phone, 'START')
  expect(await countSubscribers(tenant.owner)).toEqual([1, 0, 0])
})
