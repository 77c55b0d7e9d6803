import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { readCampaign, saveCampaign } from '../../testing/campaigns.ts'
import { ok } from '../../testing/client.ts'
import { createPng, upload } from '../../testing/files.ts'
import { addContact, arrivedTexts } from '../../testing/groups.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import { newPhone, startTestInstance, type TestInstance } from '../../testing/test-instance.ts'

const { campaigns, consent } = contract

let instance: TestInstance
const clock = createNoonClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const HOUR_MS = 3_600_000

test('a test goes to one number, with the version that was chosen, and once', async () => {
  clock.goTo('2038-09-15T12:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const draft = await saveCampaign(owner, { text: 'Hi :contact_first_name:', variants: ['Hello there'] })
  const phone = newPhone()
  const request = { id: draft.id, variant: 1, phone, clientMessageId: crypto.randomUUID() }
  const [first, second] = await Promise.all([
    owner.call(campaigns.sendTest, request),
    owner.call(campaigns.sendTest, request),
  ])
  expect(ok(first)).toEqual(ok(second))
  await instance.idle()
  expect(await arrivedTexts(tenant, { phone })).toEqual(['Hello there'])
  const other = { id: draft.id, phone: '12', clientMessageId: crypto.randomUUID() }
  expect(await owner.call(campaigns.sendTest, other)).toFail('PhoneNumberInexistent')
  const missing = { ...other, phone: newPhone(), variant: 3 }
  expect(await owner.call(campaigns.sendTest, missing)).toFail('MessageEmpty')
})

test('a test of a follow-up goes without the files of the first text, with its links shortened, and once', async () => {
  clock.goTo('2038-09-15T12:15')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const file = ok(await upload(owner, await createPng()))
  const followUps = [
    { afterHours: 24, text: 'Second' },
    { afterHours: 48, text: 'Book: https://example.com/spring?offer=1. See you!' },
  ]
  const { id } = await saveCampaign(owner, { attachments: [file.sid], followUps })
  const phone = newPhone()
  ok(await owner.call(campaigns.sendTest, { id, step: 1, phone, clientMessageId: crypto.randomUUID() }))
  const request = { id, step: 2, phone, clientMessageId: crypto.randomUUID() }
  const [first, second] = await Promise.all([
    owner.call(campaigns.sendTest, request),
    owner.call(campaigns.sendTest, request),
  ])
  expect(ok(first)).toEqual(ok(second))
  expect(ok(await owner.call(campaigns.sendTest, request))).toEqual(ok(first))
  expect(await owner.call(campaigns.sendTest, { ...request, step: 1 })).toFail('ClientMessageIdReused')
  await instance.idle()
  const arrived = await tenant.messagesOnPhone(phone)
  expect(arrived.flatMap(({ media }) => media)).toEqual([])
  const texts = arrived.map(({ body }) => body).toSorted()
  expect(texts).toEqual([expect.stringMatching(/^Book: http\S+\/l\/\w{8}\. See you!$/), 'Second'])
  const [link = ''] = texts[0]?.match(/https?:\S+\w/) ?? []
  const opened = await fetch(link, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  expect(opened.headers.get('location')).toBe('https://example.com/spring?offer=1')
  for (const missing of [{ step: 3 }, { step: 2, variant: 1 }]) {
    const other = { ...request, ...missing, clientMessageId: crypto.randomUUID() }
    expect(await owner.call(campaigns.sendTest, other)).toFail('MessageEmpty')
  }
})

test('no test goes to people who opted out of marketing with another of their numbers', async () => {
  clock.goTo('2038-09-15T12:30')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const other = newPhone()
  const contact = await addContact(tenant, 'Ann', { otherPhones: [other] })
  ok(
    await owner.call(consent.record, {
      ...{ contactId: contact.id, phoneNumber: other, kind: 'opt-out', purpose: 'marketing' },
      ...{ source: 'phone-call', wording: 'No offers, please' },
    }),
  )
  const { id } = await saveCampaign(owner, {})
  const request = { id, phone: contact.phone, clientMessageId: crypto.randomUUID() }
  expect(await owner.call(campaigns.sendTest, request)).toFail('SendRefused')
})

test('a test goes only to a number that agreed to marketing texts, such as by texting START', async () => {
  clock.goTo('2038-09-15T12:45')
  const tenant = await instance.createTenant({ locations: 2, contactsAgree: false })
  const { owner } = tenant
  const { id } = await saveCampaign(owner, {})
  const phone = newPhone()
  const sendTest = () => owner.call(campaigns.sendTest, { id, phone, clientMessageId: crypto.randomUUID() })
  expect(await sendTest()).toFail('TestConsentMissing')
  expect(await tenant.conversationWith(phone)).toBeUndefined()
  await tenant.textFrom(phone, 'Hello')
  expect(await sendTest()).toFail('TestConsentMissing')
  // The test comes from the number last used with them, as the campaign does.
  const [, second = ''] = tenant.numbers
  await tenant.textFrom(phone, 'START', { to: second })
  ok(await sendTest())
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).at(-1)).toMatchObject({ body: 'First', from: second })
})

test('a test of a teammate comes from the number last used in a conversation that they see', async () => {
  clock.goTo('2038-09-15T12:50')
  const tenant = await instance.createTenant({ locations: 2 })
  const member = await tenant.createUser('TeamMember')
  const [first = '', second = ''] = tenant.numbers
  const phone = newPhone()
  // The contact is at the location of the second number, whose conversation is hidden.
  await tenant.textFrom(phone, 'Hello', { to: second })
  const { sid } = await tenant.textFrom(phone, 'Hello', { to: first })
  ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId }))
  clock.advance(HOUR_MS)
  const hidden = await tenant.textFrom(phone, 'Hello again', { to: second })
  expect(await member.call(contract.conversations.getBySid, { sid: hidden.sid })).toFail('ConversationNotFound')
  const { id } = await saveCampaign(tenant.owner, {})
  const request = { id, phone, clientMessageId: crypto.randomUUID() }
  expect(ok(await member.call(campaigns.sendTest, request)).data).toEqual({ conversationSid: sid })
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).at(-1)).toMatchObject({ body: 'First', from: first })
})

test('a test arrives with the files of the campaign, once, and leaves them to it', async () => {
  clock.goTo('2038-09-15T13:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const colleague = await tenant.createUser('Manager')
  const file = ok(await upload(owner, await createPng()))
  const draft = await saveCampaign(owner, { text: '', attachments: [file.sid] })
  const phone = newPhone()
  const request = { id: draft.id, phone, clientMessageId: crypto.randomUUID() }
  const first = ok(await colleague.call(campaigns.sendTest, request))
  expect(ok(await colleague.call(campaigns.sendTest, request))).toEqual(first)
  await instance.idle()
  expect(await tenant.messagesOnPhone(phone)).toMatchObject([{ body: '', media: [{ contentType: 'image/png' }] }])
  expect((await readCampaign(owner, draft)).attachments).toEqual([file])
  expect(await owner.call(campaigns.sendTest, { ...request, variant: 1 })).toFail('MessageEmpty')
  // Removed from the campaign, it stays what the test shares.
  const { version } = draft
  await saveCampaign(owner, { id: draft.id, version, text: 'First', attachments: [] })
  expect(await owner.call(campaigns.save, { name: 'Other', audience: {}, attachments: [file.sid] })).toFail(
    'AttachmentUnknown',
  )
})
