import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { ok } from '../../testing/client.ts'
import { addContact, addGroup, countAsMany, groupMessage } from '../../testing/groups.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import {
  newPhone,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../testing/test-instance.ts'

const { assignment, automations, campaigns, consent, contacts, contactSegments, groups, messageOrigins } = contract
const { conversations, messages, reviewInvites, scheduledMessages } = contract

let instance: TestInstance
const clock = createNoonClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const originOf = async (person: TestUser, sid: string) => ok(await person.call(messageOrigins.get, { sid })).data

/** The latest outgoing message in the conversation with a contact. */
async function latestSent(tenant: Tenant, phone: string, number?: string) {
  const conversation = await tenant.conversationWith(phone, number)
  if (!conversation) throw new Error('There is no conversation.')
  const sent = (await tenant.messagesOf(conversation)).findLast(({ attributes }) => attributes.isOutgoingMessage)
  if (!sent) throw new Error('Nothing was sent.')
  return { sid: sent.sid, conversationSid: conversation.sid }
}

test('the text of a campaign says which rule selected the contact, as it was, with which consent and in which hours', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = ''] = tenant.locationIds
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  const phone = newPhone()
  const ana = ok(await owner.call(contacts.add, { name: 'Ana', phone, tags: ['VIP'] }))
  const evidence = { kind: 'opt-in', purpose: 'marketing', source: 'web-page', wording: 'Text me offers' } as const
  const page = 'https://example.test/join'
  ok(await owner.call(consent.record, { contactId: ana.id, phoneNumber: phone, ...evidence, pageUrl: page }))
  const group = await addGroup(owner, { name: 'Neighbors', contactIDs: [(await addContact(tenant, 'Ben')).id] })
  const segment = ok(await owner.call(contactSegments.save, { name: 'Best customers', search: 'tag=VIP' }))
  const night = clock.goToNext('22:00')
  const draft = ok(
    await owner.call(campaigns.save, {
      name: 'Spring offer',
      text: 'First',
      variants: ['Second'],
      audience: { segmentIDs: [segment.id], groupSids: [group.sid] },
    }),
  ).data
  ok(await owner.call(campaigns.start, { id: draft.id, version: draft.version }))
  await instance.idle()
  // The segment and the group that selected the contact are deleted before the text leaves in the morning.
  ok(await owner.call(contactSegments.delete, { id: segment.id }))
  ok(await owner.call(groups.delete, { sid: group.sid }))
  const morning = clock.goToNext('08:00')
  await instance.runDelayedJobs('send-group-message', { mayHaveRun: true })
  // Consent that was given later is not what it was sent with.
  const later = { contactId: ana.id, phoneNumber: phone, ...evidence, wording: 'Later', pageUrl: page }
  clock.goToNext('09:00')
  ok(await owner.call(consent.record, later))

  const { sid, conversationSid } = await latestSent(tenant, phone)
  const origin = await originOf(owner, sid)
  expect(origin).toMatchObject({
    sender: {
      kind: 'campaign',
      campaign: { id: draft.id, name: 'Spring offer' },
      step: 0,
      variantCount: 2,
      startedOnUtc: expect.stringContaining(night.slice(0, 13)),
    },
    audience: {
      ruleIndex: 0,
      rules: [
        { kind: 'segment', name: 'Best customers', criteria: { tagsSearch: ['VIP'] } },
        { kind: 'group', name: 'Neighbors', groupSid: null, isDynamic: false },
      ],
    },
    consent: { contactID: ana.id, event: { kind: 'opt-in', wording: 'Text me offers', pageUrl: page } },
    gate: {
      purpose: 'marketing',
      leftOnUtc: expect.stringContaining(morning.slice(0, 13)),
      region: { timeZones: ['America/New_York'], zoneFrom: 'area-code' },
      hours: { opens: '08:00', closes: '21:00' },
      automatedTexts: { sent: 0, perDay: 3 },
      held: { reason: 'quiet-hours', untilUtc: morning },
    },
  })
  const [text] = (await tenant.messagesOf({ sid: conversationSid })).filter((message) => message.sid === sid)
  expect(origin.sender).toMatchObject({ variant: text?.body === 'First' ? 0 : 1 })

  // Viewers of the conversation see the campaign of the whole business, but no segment that was not shared.
  expect(await member.call(messageOrigins.get, { sid })).toFail('MessageNotFound')
  ok(await owner.call(assignment.change, { sid: conversationSid, toUserID: member.auth.userId }))
  expect(await originOf(member, sid)).toMatchObject({
    sender: { campaign: { name: 'Spring offer' } },
    audience: { rules: [{ kind: 'segment', name: null, criteria: null }, { name: 'Neighbors' }] },
  })
})

test('people who do not get a campaign, or not yet, have it among their activities with the reason', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [locationID = ''] = tenant.locationIds
  clock.goToNext('22:00')
  const [ana, ben] = [await addContact(tenant, 'Ana', { locationID }), await addContact(tenant, 'Ben', { locationID })]
  const stop = { kind: 'opt-out', purpose: 'marketing', source: 'phone-call', wording: 'No offers' } as const
  ok(await owner.call(consent.record, { contactId: ben.id, phoneNumber: ben.phone, ...stop }))
  const draft = ok(await owner.call(campaigns.save, { name: 'Offer', text: 'Hi', audience: { criteria: {} } })).data
  ok(await owner.call(campaigns.start, { id: draft.id, version: draft.version }))
  await instance.idle()
  const activitiesOf = async (contactId: string) =>
    ok(await owner.call(contract.contactActivities.getList, { contactId, filter: 'conversations' })).activities
  expect(await activitiesOf(ben.id)).toMatchObject([
    {
      kind: 'message-withheld',
      messageKind: 'campaign',
      name: 'Offer',
      outcome: 'skipped',
      reason: 'opted-out-of-marketing',
    },
  ])
  const morning = clock.goToNext('08:00')
  expect(await activitiesOf(ana.id)).toMatchObject([
    { kind: 'message-withheld', outcome: 'held', reason: 'quiet-hours', heldUntilUtc: morning },
  ])
  await instance.runDelayedJobs('send-group-message', { mayHaveRun: true })
  expect(await activitiesOf(ana.id)).toMatchObject([{ kind: 'message-sent', name: 'Offer' }])
})

test('a campaign of a location that the caller does not have is left out', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  clock.goToNext('12:00')
  const ana = await addContact(tenant, 'Ana', { locationID: there })
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  const number = tenant.numbers[1] ?? ''
  // A conversation of the member's location with the number of the other one.
  const chat = { contactName: 'Ana', contactPhoneNumber: ana.phone, tenantPhoneNumber: number, locationID: here }
  ok(await owner.call(conversations.getSetSms, { ...chat, toUserID: member.auth.userId }))
  const values = { name: 'Offer', text: 'Hi', audience: { criteria: {} }, locationID: there }
  const draft = ok(await owner.call(campaigns.save, values)).data
  ok(await owner.call(campaigns.start, { id: draft.id, version: draft.version }))
  await instance.idle()
  const { sid } = await latestSent(tenant, ana.phone, number)
  expect(await originOf(member, sid)).toMatchObject({
    sender: { kind: 'campaign', author: owner.auth.displayName, campaign: null },
    audience: null,
  })
  expect(await originOf(owner, sid)).toMatchObject({
    sender: { campaign: { id: draft.id } },
    audience: { ruleIndex: 0, rules: [{ kind: 'filter', criteria: {} }] },
  })
})

test('messages to groups and selected contacts, review invites, teammates and schedules are named', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  clock.goToNext('12:00')
  const ana = await addContact(tenant, 'Ana')
  const group = await addGroup(owner, { name: 'Regulars', contactIDs: [ana.id] })
  ok(await owner.call(groups.sendMessage, groupMessage({ groupSid: group.sid })))
  await instance.idle()
  const { sid, conversationSid } = await latestSent(tenant, ana.phone)
  expect(await originOf(owner, sid)).toMatchObject({
    sender: { kind: 'group', groupMessage: { groupSid: group.sid, name: 'Regulars' }, author: owner.auth.displayName },
    audience: { ruleIndex: 0, rules: [{ kind: 'group', name: 'Regulars', groupSid: group.sid }] },
    consent: { event: null },
  })
  ok(await owner.call(groups.sendMessage, groupMessage({ contactIDs: [ana.id] })))
  await instance.idle()
  expect(await originOf(owner, (await latestSent(tenant, ana.phone)).sid)).toMatchObject({
    sender: { kind: 'bulk' },
    audience: { rules: [{ kind: 'selected' }] },
  })
  const invite = { contactID: ana.id, text: 'Please review us', clientMessageId: crypto.randomUUID() }
  ok(await owner.call(reviewInvites.send, invite))
  expect((await originOf(owner, (await latestSent(tenant, ana.phone)).sid)).sender).toMatchObject({
    kind: 'review-invite',
  })

  const text = () => ({ conversationSid, text: 'Hello', clientMessageId: crypto.randomUUID() })
  const { message } = ok(await owner.call(messages.send, text())).data
  expect(await originOf(owner, message.sid)).toMatchObject({
    sender: { kind: 'teammate', name: owner.auth.displayName, scheduledForUtc: null },
    audience: null,
    gate: { purpose: 'conversation', hours: null, automatedTexts: null, held: null },
  })
  const sendAt = clock.goToNext('13:00').replace(/T1./, 'T23')
  const scheduled = ok(await owner.call(scheduledMessages.create, { ...text(), sendAt })).data
  clock.advance(Date.parse(sendAt) - Date.parse(clock.now()) + 1000)
  await instance.runDelayedJobs('send-scheduled-messages')
  expect(await originOf(owner, scheduled.sid)).toMatchObject({
    sender: { kind: 'teammate', scheduledForUtc: sendAt },
    gate: { hours: { opens: '08:00', closes: '21:00' } },
  })
})

test('automations and automatic replies say what triggered them', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  clock.goToNext('10:00')
  const actions = { text: 'Any questions?' }
  const rule = { name: 'Nudge', kind: 'follow-up', conditions: {}, delayMinutes: 60, actions } as const
  const automation = ok(await owner.call(automations.save, rule)).data
  ok(await owner.call(automations.setEnabled, { id: automation.id, isEnabled: true }))
  const phone = newPhone()
  const { sid: conversationSid } = await tenant.textFrom(phone, 'How much?')
  const clientMessageId = crypto.randomUUID()
  ok(await owner.call(messages.send, { conversationSid, text: '$20', clientMessageId }))
  await instance.idle()
  clock.advance(3_700_000)
  await instance.runJob('run-automations')
  await instance.idle()
  expect(await originOf(owner, (await latestSent(tenant, phone)).sid)).toMatchObject({
    sender: { kind: 'automation', name: 'Nudge', automationID: automation.id, trigger: 'follow-up' },
    gate: { purpose: 'automatic', hours: { opens: '08:00' }, automatedTexts: { sent: 0 } },
  })
  await tenant.textFrom(phone, 'HELP')
  await instance.idle()
  expect(await originOf(owner, (await latestSent(tenant, phone)).sid)).toMatchObject({
    sender: { kind: 'auto-reply', cause: 'help', repliesTo: { text: 'HELP' } },
    gate: { purpose: 'keyword-answer' },
  })
  const [inbound] = await tenant.messagesOf({ sid: conversationSid })
  expect(await owner.call(messageOrigins.get, { sid: inbound?.sid ?? '' })).toFail('MessageNotFound')
})

test('a campaign waits for the end of a legal holiday in the contact’s state, which is named wherever it says why', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  // Independence Day of 2038 is a Sunday; Alabama observes it on the Monday too.
  clock.goTo('2038-07-05T12:00')
  const phone = '+12055550123'
  const ana = ok(await owner.call(contacts.add, { name: 'Ana', phone }))
  const agreed = { kind: 'opt-in', purpose: 'marketing', source: 'in-person', wording: 'Text me offers' } as const
  ok(await owner.call(consent.record, { contactId: ana.id, phoneNumber: phone, ...agreed }))
  const draft = ok(await owner.call(campaigns.save, { name: 'Offer', text: 'Hi', audience: { criteria: {} } })).data
  const untilUtc = '2038-07-06T13:00:00.000Z'
  const preflight = ok(await owner.call(campaigns.preflight, { id: draft.id })).data
  expect(preflight.holds).toEqual([{ count: 1, untilUtc, timeZone: 'America/Chicago', holiday: 'independence-day' }])
  ok(await owner.call(campaigns.start, { id: draft.id, version: draft.version }))
  await instance.idle()
  const { steps } = ok(await owner.call(campaigns.getSteps, { id: draft.id })).data
  const stats = { outcomes: { held: 1 }, reasons: [{ outcome: 'held', reason: 'legal-holiday', count: 1 }] }
  expect(steps).toMatchObject([{ stats }])
  const id = steps[0]?.id ?? ''
  const read = async () => ok(await owner.call(contract.groupMessages.get, { id })).data
  await countAsMany(instance, { id }, read)
  expect(await read()).toMatchObject({ stats })
  const { recipients } = ok(await owner.call(contract.groupMessages.getRecipients, { id })).data
  expect(recipients).toMatchObject([{ outcome: 'held', reason: 'legal-holiday', holiday: 'independence-day' }])
  const activitiesOf = async () =>
    ok(await owner.call(contract.contactActivities.getList, { contactId: ana.id, filter: 'conversations' })).activities
  expect(await activitiesOf()).toMatchObject([
    { kind: 'message-withheld', heldUntilUtc: untilUtc, holiday: 'independence-day' },
  ])
  clock.goTo('2038-07-06T09:00')
  await instance.runDelayedJobs('send-group-message', { mayHaveRun: true })
  const { sid } = await latestSent(tenant, phone)
  expect((await originOf(owner, sid)).gate.held).toEqual({
    reason: 'quiet-hours',
    untilUtc,
    holiday: 'independence-day',
  })
})
