import { AsyncLocalStorage } from 'node:async_hooks'
import { contract, type GroupMessage } from '@frontdesk/contract/api'
import { GROUP_BATCH } from '@frontdesk/contract/rules'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie, upload } from '../../testing/files.ts'
import { addContact, addGroup, arrivedTexts, groupMessage } from '../../testing/groups.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createNoonClock, type TestClock } from '../../testing/test-clock.ts'
import {
  newPhone,
  PASSWORD,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../testing/test-instance.ts'
import { lockGroupMessage } from './rows.ts'
import { sendBatch } from './send-group-message.job.ts'
import { sendGroupMessageSpec } from './send-spec.ts'

const {
  assignment,
  contactActivities,
  contacts,
  contactMerging,
  conversations,
  groupMessages,
  groups,
  locations,
  merging,
  messages,
  reviewInvites,
  team,
} = contract

let instance: TestInstance
let clock: TestClock
beforeAll(async () => {
  clock = createNoonClock()
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

/** Moves to the next occurrence of a time of day in New York, where the numbers are. */
function goToTime(time: string) {
  const there = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/New_York')
  const today = there.withPlainTime(time)
  clock.goTo(Temporal.ZonedDateTime.compare(today, there) > 0 ? today : today.add({ days: 1 }))
}

/** Sends a message and runs it to the end, or until everyone left is held. */
async function sendMessage(person: TestUser, message: object): Promise<GroupMessage> {
  const { id } = ok(await person.call(groups.sendMessage, groupMessage(message))).data
  await finish()
  return getMessage(person, id)
}

/** Runs it on; it waits while many of its texts wait for the carrier. */
async function finish() {
  await instance.idle()
  await instance.runDelayedJobs('send-group-message', { mayHaveRun: true })
}

const getMessage = async (person: TestUser, id: string) => ok(await person.call(groupMessages.get, { id })).data

const outcomesOf = async (person: TestUser, id: string) =>
  Object.fromEntries(
    ok(await person.call(groupMessages.getRecipients, { id })).data.recipients.map(({ contact, outcome, reason }) => [
      contact?.name ?? 'deleted',
      reason ?? outcome,
    ]),
  )

test('people see the groups of their locations, with the members and outcomes of contacts they see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const member = await tenant.createUser('TeamMember', { locationIds: [first] })
  const ann = await addContact(tenant, 'Ann', { locationID: first })
  const bob = await addContact(tenant, 'Bob', { locationID: second })
  const contactIDs = [ann.id, bob.id]
  const everywhere = await addGroup(owner, { name: 'Everywhere', contactIDs })
  const elsewhere = await addGroup(owner, { name: 'Elsewhere', contactIDs, locationID: second })
  expect(ok(await member.call(groups.getList, undefined)).data.groups).toMatchObject([
    { name: 'Everywhere', members: 1, canEdit: false },
  ])
  expect(await member.call(groups.getBySid, { sid: elsewhere.sid })).toFail('GroupNotFound')
  expect(await member.call(groups.save, { name: 'For all', contactIDs: [ann.id] })).toFail('Forbidden')
  expect(await member.call(groups.save, { name: 'Others', locationID: first, contactIDs })).toFail('ContactNotFound')
  expect(await member.call(groups.save, { name: 'There', locationID: second })).toFail('LocationNotFound')
  expect(await member.call(groups.delete, { sid: everywhere.sid })).toFail('Forbidden')
  for (const change of [groups.addMembers, groups.removeMembers])
    expect(await member.call(change, { sid: everywhere.sid, contactIDs: [ann.id] })).toFail('Forbidden')
  ok(await member.call(groups.save, { name: 'Mine', locationID: first, contactIDs: [ann.id] }))

  const toAll = await sendMessage(owner, { groupSid: everywhere.sid })
  expect(toAll.stats).toMatchObject({ recipients: 2, outcomes: { delivered: 2 } })
  // Ann's conversation is unassigned, which team members do not see, and with it no longer the contact.
  expect((await getMessage(member, toAll.id)).stats).toMatchObject({ recipients: 0 })
  const annConversation = await tenant.conversationWith(ann.phone)
  ok(await owner.call(assignment.change, { sid: annConversation?.sid ?? '', toUserID: member.auth.userId }))
  expect((await getMessage(member, toAll.id)).stats).toMatchObject({ recipients: 1, outcomes: { delivered: 1 } })
  expect(await outcomesOf(member, toAll.id)).toEqual({ Ann: 'delivered' })
  const [activity] = ok(
    await member.call(contactActivities.getList, { contactId: ann.id, filter: 'conversations' }),
  ).activities.slice(-1)
  const { sid: conversationSid } = annConversation ?? {}
  const byOwner = { kind: 'message-sent', actor: owner.auth.displayName, messageKind: 'group', conversationSid }
  expect(activity).toMatchObject({ ...byOwner, name: 'Everywhere', text: 'Hello' })

  // A sender reaches only the members they see.
  const fromMember = await sendMessage(member, { groupSid: everywhere.sid, text: 'From me' })
  expect(fromMember.stats.recipients).toBe(1)
  expect(await arrivedTexts(tenant, ann)).toEqual(['Hello', 'From me'])
  expect(await arrivedTexts(tenant, bob)).toEqual(['Hello'])
  const bulk = await sendMessage(owner, { contactIDs, text: 'Selected' })
  expect(await member.call(groupMessages.get, { id: bulk.id })).toFail('GroupMessageNotFound')
  expect(await member.call(groupMessages.stop, { id: bulk.id })).toFail('GroupMessageNotFound')

  // What was sent to a group at another location stays there when the group moves.
  await sendMessage(owner, { groupSid: elsewhere.sid, text: 'For the others' })
  ok(await owner.call(groups.save, { sid: elsewhere.sid, name: 'Moved', locationID: first }))
  expect(ok(await member.call(groups.getBySid, { sid: elsewhere.sid })).data).toMatchObject({ latestMessage: null })
})

test('each member gets it in their own conversation, once, unless the send gate says no', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann Lee')
  const optedOut = await tenant.textFrom(newPhone(), 'STOP')
  ok(await owner.call(contacts.update, { id: optedOut.contact.id, name: 'Opted' }))
  const blocked = await tenant.textFrom(newPhone(), 'Hi')
  ok(await owner.call(contacts.update, { id: blocked.contact.id, name: 'Blocked' }))
  ok(await owner.call(conversations.block, { sid: blocked.sid }))
  const waiting = await tenant.textFrom(newPhone(), 'Are you open?')
  ok(await owner.call(contacts.update, { id: waiting.contact.id, name: 'Wanda' }))
  const contactIDs = [ann.id, optedOut.contact.id, blocked.contact.id, waiting.contact.id, ann.id]
  const { sid } = await addGroup(owner, { contactIDs })
  const text = 'Hi :contact_first_name:, see you!'
  expect(ok(await owner.call(groups.previewMessage, { groupSid: sid, text })).data).toMatchObject({
    recipients: 4,
    isCapped: false,
    sendable: 2,
    held: 0,
    excluded: expect.arrayContaining([
      { reason: 'opted-out', count: 1 },
      { reason: 'blocked', count: 1 },
    ]),
    segments: 1,
  })
  const message = groupMessage({ groupSid: sid, text })
  const screen = await connectLive(instance.url, owner.auth)
  const [started, repeated] = await Promise.all([
    owner.call(groups.sendMessage, message),
    owner.call(groups.sendMessage, message),
  ])
  expect(ok(started).data.id).toBe(ok(repeated).data.id)
  await screen.waitFor('group-message.changed', ({ groupMessageID }) => groupMessageID === message.clientMessageId)
  await instance.idle()
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    enqueue(tx, sendGroupMessageSpec(tenant.tenantId, message.clientMessageId)),
  )
  await instance.idle()
  const sent = await getMessage(owner, message.clientMessageId)
  expect(sent).toMatchObject({
    kind: 'group',
    groupName: 'Regulars',
    state: 'done',
    stats: { recipients: 4, outcomes: { delivered: 2, skipped: 2 }, replied: 0 },
  })
  expect(await outcomesOf(owner, sent.id)).toEqual({
    'Ann Lee': 'delivered',
    Wanda: 'delivered',
    Opted: 'opted-out',
    Blocked: 'blocked',
  })
  expect(await arrivedTexts(tenant, ann)).toEqual(['Hi Ann, see you!'])
  expect(await arrivedTexts(tenant, waiting.contact)).toEqual(['Hi Wanda, see you!'])
  // A group message does not answer Wanda’s question: she keeps waiting, and a teammate’s reply needs no confirmation.
  const conversation = ok(await owner.call(conversations.getBySid, { sid: waiting.sid })).data
  expect(conversation.attributes.needsAnswerSince).not.toBeNull()
  const manager = await tenant.createUser('Manager')
  const reply = {
    conversationSid: waiting.sid,
    text: 'Until six',
    lastSeenIndex: 1,
    clientMessageId: crypto.randomUUID(),
  }
  ok(await manager.call(messages.send, reply))
  expect(await owner.call(groups.sendMessage, { ...message, text: 'Another' })).toFail('ClientMessageIdReused')
  expect(await owner.call(groups.sendMessage, groupMessage({ groupSid: (await addGroup(owner, {})).sid }))).toFail(
    'NoRecipients',
  )
  screen.close()
})

test('replies count once, for the message before them; opting out is not a reply', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const people = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob'), await addContact(tenant, 'Cy')]
  const [ann, bob, cy] = people
  if (!ann || !bob || !cy) throw new Error('Contacts are missing.')
  const { sid } = await addGroup(owner, { contactIDs: people.map(({ id }) => id) })
  const first = await sendMessage(owner, { groupSid: sid, text: 'First' })
  await tenant.textFrom(ann.phone, 'Yes please')
  await tenant.textFrom(ann.phone, 'And thank you')
  await tenant.textFrom(bob.phone, 'STOP')
  expect((await getMessage(owner, first.id)).stats).toMatchObject({ replied: 1, optedOut: 1 })
  const replied = ok(await owner.call(groupMessages.getRecipients, { id: first.id, hasReplied: true })).data.recipients
  expect(replied).toMatchObject([{ contact: { name: 'Ann' }, hasReplied: true, hasOptedOut: false }])
  const left = ok(await owner.call(groupMessages.getRecipients, { id: first.id, hasOptedOut: true })).data.recipients
  expect(left).toMatchObject([{ contact: { name: 'Bob' }, hasReplied: false, hasOptedOut: true }])
  expect(ok(await owner.call(groups.getBySid, { sid })).data).toMatchObject({
    unreadReplies: 2,
    latestMessage: 'First',
  })

  clock.advance(60_000)
  const second = await sendMessage(owner, { groupSid: sid, text: 'Second' })
  expect(await outcomesOf(owner, second.id)).toEqual({ Ann: 'delivered', Bob: 'opted-out', Cy: 'delivered' })
  await tenant.textFrom(cy.phone, 'Me too')
  expect((await getMessage(owner, first.id)).stats).toMatchObject({ replied: 1, optedOut: 1 })
  expect((await getMessage(owner, second.id)).stats).toMatchObject({ replied: 1, optedOut: 0 })
  // A reply counts wherever its conversation was merged to.
  const [into, merged] = [await tenant.conversationWith(ann.phone), await tenant.conversationWith(cy.phone)]
  ok(await owner.call(merging.merge, { sid: merged?.sid ?? '', intoSid: into?.sid ?? '' }))
  expect((await getMessage(owner, second.id)).stats.outcomes.delivered).toBe(2)

  // Too late.
  clock.advance(8 * 24 * 3_600_000)
  goToTime('12:00')
  const third = await sendMessage(owner, { contactIDs: [ann.id], text: 'Third' })
  clock.advance(8 * 24 * 3_600_000)
  await tenant.textFrom(ann.phone, 'Late')
  expect((await getMessage(owner, third.id)).stats.replied).toBe(0)
  const stats = ok(await owner.call(groups.getStats, { sid })).data
  expect(stats).toMatchObject({ messages: 2, stats: { recipients: 6, optedOut: 1, outcomes: { skipped: 1 } } })
  expect(stats.performance.map(({ body }) => body)).toEqual(['Second', 'First'])
})

test('waits for the end of quiet hours, asks consent again, and can be stopped', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [ann, bob] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob')]
  const contactIDs = [ann.id, bob.id]
  expect(ok(await owner.call(groups.previewMessage, { contactIDs, text: 'Hi' })).data).toMatchObject({ held: 2 })
  const held = await sendMessage(owner, { contactIDs })
  expect(held).toMatchObject({
    state: 'running',
    stats: { outcomes: { held: 2 }, reasons: [{ outcome: 'held', reason: 'quiet-hours', count: 2 }] },
  })
  expect(Date.parse(held.stats.heldUntil ?? '')).toBeGreaterThan(Date.parse(clock.now()))
  const stopped = await sendMessage(owner, { contactIDs, text: 'Never mind' })
  expect(ok(await owner.call(groupMessages.stop, { id: stopped.id })).data).toMatchObject({
    state: 'stopped',
    stopReason: 'teammate',
    stats: { outcomes: { cancelled: 2 }, heldUntil: null },
  })
  await finish()
  const { rows } = await instance.server.database.owner.query(
    'select distinct state, held_until from group_recipients where group_message_id = $1',
    [stopped.id],
  )
  expect(rows).toEqual([{ state: 'cancelled', held_until: null }])
  await tenant.textFrom(bob.phone, 'STOP')
  goToTime('09:00')
  await finish()
  await finish()
  expect(await getMessage(owner, held.id)).toMatchObject({ state: 'done' })
  expect(await outcomesOf(owner, held.id)).toEqual({ Ann: 'delivered', Bob: 'opted-out' })
  expect(await arrivedTexts(tenant, ann)).toEqual(['Hello'])
  goToTime('12:00')
})

test('a message is stopped only by its author, and by those who see everyone it is still for', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const [here, colleague] = [
    await tenant.createUser('Manager', { locationIds: [first] }),
    await tenant.createUser('Manager', { locationIds: [first, second] }),
  ]
  const ann = await addContact(tenant, 'Ann', { locationID: first })
  const bob = await addContact(tenant, 'Bob', { locationID: second })
  const { sid } = await addGroup(owner, { contactIDs: [ann.id, bob.id], locationID: first })
  const message = await sendMessage(owner, { groupSid: sid })
  const { id } = message
  expect(message.canStop).toBe(true)
  expect(await getMessage(here, id)).toMatchObject({ canStop: false, stats: { recipients: 1 } })
  expect(await here.call(groupMessages.stop, { id })).toFail('GroupMessageRestricted')
  expect(await here.call(groups.delete, { sid })).toFail('GroupRestricted')
  expect(await getMessage(owner, id)).toMatchObject({ state: 'running', stats: { outcomes: { held: 2 } } })
  expect(ok(await colleague.call(groupMessages.stop, { id })).data).toMatchObject({ state: 'stopped', canStop: false })
  const ofManager = await sendMessage(here, { groupSid: sid, text: 'From me' })
  expect(ok(await here.call(groupMessages.stop, { id: ofManager.id })).data).toMatchObject({ state: 'stopped' })
  goToTime('12:00')
})

test('contacts deleted, hidden or beyond the rights of the author in the meantime get nothing', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [first] })
  const people = await Promise.all(['Ann', 'Bob', 'Cy'].map((name) => addContact(tenant, name, { locationID: first })))
  const contactIDs = people.map(({ id }) => id)
  const message = await sendMessage(manager, { contactIDs })
  const later = await sendMessage(manager, { contactIDs, text: 'Later' })
  ok(await owner.call(contacts.remove, { id: contactIDs[0] ?? '' }))
  ok(await owner.call(contacts.updateLocationList, { contactIDs: [contactIDs[1] ?? ''], locationID: second }))
  const permission = 'campaigns_send_bulk_messages' as const
  const grant = (isGranted: boolean) => owner.call(team.setRolePermission, { role: 'Manager', permission, isGranted })
  goToTime('09:00')
  await finish()
  expect(await outcomesOf(owner, message.id)).toEqual({
    deleted: 'contact-deleted',
    Bob: 'no-access',
    Cy: 'delivered',
  })
  goToTime('22:00')
  const last = await sendMessage(manager, { contactIDs: contactIDs.slice(2), text: 'One is not many' })
  const many = await addContact(tenant, 'Dee', { locationID: first })
  const several = await sendMessage(manager, { contactIDs: [contactIDs[2], many.id], text: 'Two are' })
  ok(await grant(false))
  expect(await manager.call(groups.sendMessage, groupMessage({ contactIDs: [many.id] }))).toFail('Forbidden')
  goToTime('09:00')
  await finish()
  expect(await getMessage(owner, several.id)).toMatchObject({ state: 'stopped', stopReason: 'not-allowed' })
  expect(await getMessage(owner, last.id)).toMatchObject({ state: 'done', stats: { outcomes: { delivered: 1 } } })
  expect(await getMessage(owner, later.id)).toMatchObject({ state: 'done' })
  goToTime('12:00')
})

test('two recipients who are merged before it is sent get it once', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [ann, other] = [await addContact(tenant, 'Ann Lee'), await addContact(tenant, 'Ann Lee')]
  const contactIDs = [ann.id, other.id]
  const { sid } = await addGroup(owner, { contactIDs })
  const message = await sendMessage(owner, { groupSid: sid })
  const both = { survivorID: ann.id, otherID: other.id }
  const { version } = ok(await owner.call(contactMerging.preview, both))
  ok(await owner.call(contactMerging.merge, { ...both, version }))
  goToTime('09:00')
  await finish()
  expect((await getMessage(owner, message.id)).stats).toMatchObject({
    outcomes: { delivered: 1, skipped: 1 },
    reasons: [{ reason: 'merged', count: 1 }],
  })
  expect([...(await arrivedTexts(tenant, ann)), ...(await arrivedTexts(tenant, other))]).toEqual(['Hello'])
  expect(ok(await owner.call(groups.getBySid, { sid })).data.members).toBe(1)
  goToTime('12:00')
})

test('a recipient merged with one who has got it already gets nothing more', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  // In Hawaii it is still afternoon.
  const there = await addContact(tenant, 'Ann Lee', { phone: newPhone().replace('+1212', '+1808') })
  const here = await addContact(tenant, 'Ann Lee')
  const message = await sendMessage(owner, { contactIDs: [there.id, here.id] })
  expect(message.stats.outcomes).toMatchObject({ delivered: 1, held: 1 })
  const both = { survivorID: here.id, otherID: there.id }
  const { version } = ok(await owner.call(contactMerging.preview, both))
  ok(await owner.call(contactMerging.merge, { ...both, version }))
  goToTime('09:00')
  await finish()
  expect((await getMessage(owner, message.id)).stats.outcomes).toMatchObject({ delivered: 1, skipped: 1 })
  expect([...(await arrivedTexts(tenant, there)), ...(await arrivedTexts(tenant, here))]).toEqual(['Hello'])
  goToTime('12:00')
})

test('a business that asks for opt-ins texts only contacts who agreed; the preview counts the others', async () => {
  const tenant = await instance.createTenant({ requiresMarketingConsent: true })
  const { owner } = tenant
  const [ann, bob] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob')]
  ok(
    await owner.call(contract.consent.record, {
      contactId: ann.id,
      kind: 'opt-in',
      purpose: 'marketing',
      source: 'paper-form',
      wording: 'Send me offers',
    }),
  )
  const contactIDs = [ann.id, bob.id]
  expect(ok(await owner.call(groups.previewMessage, { contactIDs, text: 'Hi' })).data).toMatchObject({
    sendable: 1,
    excluded: [{ reason: 'no-consent', count: 1 }],
  })
  const { id } = await sendMessage(owner, { contactIDs })
  expect(await outcomesOf(owner, id)).toEqual({ Ann: 'delivered', Bob: 'no-consent' })
})

test('an opt-out with another number of the contact applies to group messages', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann')
  const phone = newPhone()
  ok(await owner.call(contacts.addPhone, { id: ann.id, phone }))
  await tenant.textFrom(phone, 'STOP')
  const { id } = await sendMessage(owner, { contactIDs: [ann.id] })
  await finish()
  expect((await getMessage(owner, id)).stats).toMatchObject({ reasons: [{ reason: 'opted-out', count: 1 }] })
  expect(await arrivedTexts(tenant, ann)).toEqual([])
})

test('a text from another number of the contact that awaits a decision holds marketing back', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann')
  const phone = newPhone()
  ok(await owner.call(contacts.addPhone, { id: ann.id, phone }))
  await tenant.textFrom(phone, 'I never signed up for this')
  const { id } = await sendMessage(owner, { contactIDs: [ann.id] })
  await finish()
  expect((await getMessage(owner, id)).stats).toMatchObject({ reasons: [{ reason: 'consent-review', count: 1 }] })
  expect(await arrivedTexts(tenant, ann)).toEqual([])
})

test('the person with a number that was removed from a contact gets nothing that was meant for the contact', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { contact: former } = await tenant.textFrom(newPhone(), 'Hi')
  const { id } = ok(await owner.call(contacts.update, { id: former.id, name: 'Ann' }))
  const phone = newPhone()
  ok(await owner.call(contacts.addPhone, { id, phone }))
  const { sid } = await addGroup(owner, { contactIDs: [id] })
  const { id: messageId } = await sendMessage(owner, { groupSid: sid })
  const ann = ok(await owner.call(contacts.removePhone, { id, phone: former.phone }))
  expect(ok(await owner.call(groups.getMembers, { sid })).data.members).toMatchObject([{ contactID: ann.id, phone }])
  goToTime('09:00')
  await finish()
  expect(await outcomesOf(owner, messageId)).toEqual({ Ann: 'delivered' })
  expect([await arrivedTexts(tenant, { phone }), await arrivedTexts(tenant, former)]).toEqual([['Hello'], []])
  goToTime('12:00')
})

test('a recipient who was left out for another number of theirs gets it when that number is removed', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  // It is morning in New York an hour before it is in Chicago.
  const central = await addContact(tenant, 'Ann Lee', { phone: newPhone().replace('+1212', '+1312') })
  const eastern = await addContact(tenant, 'Ann Lee')
  const message = await sendMessage(owner, { contactIDs: [central.id, eastern.id] })
  const both = { survivorID: central.id, otherID: eastern.id }
  const { version } = ok(await owner.call(contactMerging.preview, both))
  ok(await owner.call(contactMerging.merge, { ...both, version }))
  goToTime('08:30')
  await finish()
  expect((await getMessage(owner, message.id)).stats.outcomes).toMatchObject({ held: 1, skipped: 1 })
  ok(await owner.call(contacts.removePhone, { id: central.id, phone: central.phone }))
  goToTime('09:30')
  await finish()
  expect(await getMessage(owner, message.id)).toMatchObject({ state: 'done', stats: { outcomes: { delivered: 1 } } })
  expect([await arrivedTexts(tenant, central), await arrivedTexts(tenant, eastern)]).toEqual([[], ['Hello']])
  goToTime('12:00')
})

test('a number that the carrier calls invalid does not keep the message from the others', async () => {
  const tenant = await instance.createTenant()
  const [ann, bad] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bad')]
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    tx
      .insertInto('numberLookups')
      .values({
        tenantId: tenant.tenantId,
        phoneNumber: bad.phone,
        countryCode: 'US',
        isValid: false,
        lookedUpAt: clock.now(),
      })
      .execute(),
  )
  const { id } = await sendMessage(tenant.owner, { contactIDs: [ann.id, bad.id] })
  expect(await outcomesOf(tenant.owner, id)).toEqual({ Ann: 'delivered', Bad: 'invalid-number' })
})

test('an invite that is repeated while the job sends it arrives once', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann')
  const invite = { contactID: ann.id, text: 'How was it?', clientMessageId: crypto.randomUUID() }
  const { heldUntil } = ok(await owner.call(reviewInvites.send, invite)).data
  await finish()
  clock.goTo(Temporal.Instant.from(heldUntil ?? ''))
  const { repeated } = await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const row = await lockGroupMessage(tx, invite.clientMessageId)
    if (!row) throw new Error('The invite is missing.')
    expect(await sendBatch(instance.server.services, tx, row)).toBe('more')
    const request = owner.call(reviewInvites.send, invite)
    await vi.waitFor(async () => {
      const { rows } = await instance.server.database.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
    return { repeated: request }
  })
  ok(await repeated)
  await finish()
  expect(await arrivedTexts(tenant, ann)).toEqual(['How was it?'])
  // The id of another message is not that of an invite.
  const bob = await addContact(tenant, 'Bob')
  expect(await owner.call(reviewInvites.send, { ...invite, contactID: bob.id })).toFail('ClientMessageIdReused')
  goToTime('12:00')
  const { id } = await sendMessage(owner, { contactIDs: [ann.id, bob.id] })
  const asInvite = { contactID: bob.id, text: 'Hello', clientMessageId: id }
  expect(await owner.call(reviewInvites.send, asInvite)).toFail('ClientMessageIdReused')
})

/** Runs batches of a held message in one transaction until it waits or ends. */
const runBatches = (tenant: Tenant, id: string, after: () => void = () => {}) =>
  instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const row = await lockGroupMessage(tx, id)
    if (!row) throw new Error('The group message is missing.')
    while ((await sendBatch(instance.server.services, tx, row)) === 'more');
    after()
  })

const addMany = async ({ owner }: Tenant, n: number) => {
  const list = Array.from({ length: n }, (_, index) => ({ name: `Member ${index}`, phone: newPhone() }))
  ok(await owner.call(contacts.addList, { contacts: list, source: 'csv-upload' }))
  return list
}

test('killed between a batch and its commit, everyone still gets it once', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const list = await addMany(tenant, 12)
  const { id } = await sendMessage(tenant.owner, { criteria: {} })
  goToTime('09:00')
  const killed = runBatches(tenant, id, () => {
    throw new Error('Killed.')
  })
  await expect(killed).rejects.toThrow('Killed.')
  expect((await getMessage(tenant.owner, id)).stats.outcomes).toMatchObject({ held: 12, sent: 0 })
  await finish()
  expect(await getMessage(tenant.owner, id)).toMatchObject({ state: 'done', stats: { outcomes: { delivered: 12 } } })
  for (const contact of list) expect(await arrivedTexts(tenant, contact)).toEqual(['Hello'])
  goToTime('12:00')
})

test('a group message does not run ahead of the carrier, and takes its waiting texts along when it is stopped', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addMany(tenant, 26)
  const { id } = await sendMessage(owner, { criteria: {} })
  goToTime('09:00')
  // Nothing is sent before the commit, so all texts wait for the carrier.
  await runBatches(tenant, id)
  const { stats } = ok(await owner.call(groupMessages.stop, { id })).data
  // Six have no text, and others one that waits for the carrier.
  expect(stats.outcomes).toMatchObject({ pending: 0, held: 0 })
  expect(stats.outcomes.cancelled).toBeGreaterThanOrEqual(6)
  await finish()
  const { outcomes } = (await getMessage(owner, id)).stats
  expect(outcomes).toMatchObject({ pending: 0, sent: 0, failed: 0, cancelled: stats.outcomes.cancelled })
  expect(outcomes.delivered + outcomes.cancelled).toBe(26)
  expect(outcomes.delivered).toBeLessThanOrEqual(20)
  goToTime('12:00')
})

test('what is the same for a batch is read once, not for each recipient', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addMany(tenant, 20)
  // Counts the statements of this test's transaction only, and not those of jobs that run meanwhile.
  const counted = new AsyncLocalStorage<{ statements: number }>()
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const count = counted.getStore()
    if (count) count.statements++
    return Reflect.apply(query, this, args)
  })
  /** Statements per recipient of a message to all 20. */
  const measure = async () => {
    goToTime('22:00')
    const { id } = await sendMessage(owner, { criteria: {}, text: 'Hi :contact_first_name:' })
    goToTime('09:00')
    const count = { statements: 0 }
    await counted.run(count, () => runBatches(tenant, id))
    await finish()
    expect((await getMessage(owner, id)).stats.outcomes).toMatchObject({ delivered: 20 })
    return count.statements / 20
  }
  const first = await measure()
  const again = await measure()
  spy.mockRestore()
  // It was 33 for a new conversation and 23 for an existing one while everything was read for each recipient, and 13 and 7
  // while each text was written by itself.
  expect(first).toBeLessThan(3)
  expect(again).toBeLessThan(2.5)
  goToTime('12:00')
})

test('a file is stored once and arrives with the message of each recipient', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const people = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob')]
  const [ann] = people
  const elsewhere = await tenant.createUser('Manager', { locationIds: [second] })
  const { sid: groupSid } = await addGroup(owner, { contactIDs: people.map(({ id }) => id), locationID: first })
  const file = ok(await upload(owner, await createPng()))
  const attachments = [file.sid]
  expect(await owner.call(groups.sendMessage, groupMessage({ groupSid, text: '' }))).toFail('InvalidInput')
  expect(await elsewhere.call(groups.sendMessage, groupMessage({ contactIDs: [ann?.id], attachments }))).toFail(
    'ContactNotFound',
  )
  const message = groupMessage({ groupSid, text: '', attachments })
  const { id } = ok(await owner.call(groups.sendMessage, message)).data
  expect(ok(await owner.call(groups.sendMessage, message)).data.id).toBe(id)
  expect(await owner.call(groups.sendMessage, { ...message, attachments: [], text: 'Hi' })).toFail(
    'ClientMessageIdReused',
  )
  // One upload belongs to one message.
  expect(await owner.call(groups.sendMessage, groupMessage({ groupSid, attachments }))).toFail('AttachmentUnknown')
  await finish()
  expect(await getMessage(owner, id)).toMatchObject({ attachments: [file], stats: { outcomes: { delivered: 2 } } })
  const cookie = await signInForFilesCookie(instance.url, owner.auth, PASSWORD)
  const read = (path: string, viewer = cookie) => fetch(`${instance.url}${path}`, { headers: { cookie: viewer } })
  const contents = await (await read(file.url)).arrayBuffer()
  for (const contact of people) {
    const [text] = await tenant.messagesOnPhone(contact.phone)
    expect(text?.media).toMatchObject([{ contentType: file.contentType }])
    const conversation = await tenant.conversationWith(contact.phone)
    const [sent] = await tenant.messagesOf({ sid: conversation?.sid ?? '' })
    const [copy] = sent?.attachedMedia ?? []
    expect(await (await read(copy?.url ?? '')).arrayBuffer()).toEqual(contents)
  }
  const { rows } = await instance.server.database.owner.query(
    'select count(*)::int as files, count(storage_key)::int as stored from files where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ files: 3, stored: 1 }])
  const other = await signInForFilesCookie(instance.url, elsewhere.auth, PASSWORD)
  expect((await read(file.url, other)).status).toBe(404)
  // Deleting one recipient's copy leaves the contents for the others.
  ok(await owner.call(contacts.remove, { id: ann?.id ?? '' }))
  await instance.idle()
  expect((await read(file.url)).status).toBe(200)
})

test('a message is held for undoing, and undone whole or sent once', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const colleague = await tenant.createUser('Manager')
  const ann = await addContact(tenant, 'Ann')
  const { sid: groupSid } = await addGroup(owner, { contactIDs: [ann.id] })
  const file = ok(await upload(owner, await createPng()))
  const message = groupMessage({ groupSid, text: 'Oops', attachments: [file.sid], canUndo: true })
  const { id } = ok(await owner.call(groups.sendMessage, message)).data
  const screen = await connectLive(instance.url, colleague.auth)
  // A job that runs too early sends nothing.
  await finish()
  expect(await getMessage(owner, id)).toMatchObject({
    state: 'running',
    canUndo: true,
    stats: { outcomes: { pending: 1 } },
  })
  expect(await getMessage(colleague, id)).toMatchObject({ canUndo: false })
  expect(await colleague.call(groupMessages.undo, { id })).toFail('GroupMessageNotUndoable')
  expect(ok(await owner.call(groupMessages.undo, { id })).data).toMatchObject({
    state: 'undone',
    body: 'Oops',
    attachments: [file],
    stats: { recipients: 0 },
  })
  await screen.waitFor('group-message.changed', ({ groupMessageID }) => groupMessageID === id)
  expect(await owner.call(groupMessages.undo, { id })).toFail('GroupMessageNotUndoable')
  clock.advance(6000)
  await finish()
  expect(await arrivedTexts(tenant, ann)).toEqual([])
  expect(ok(await owner.call(groupMessages.getList, { groupSid })).data.messages).toEqual([])
  // A request that is repeated late does not send it after all; the file can be sent with another message.
  expect(ok(await owner.call(groups.sendMessage, message)).data.state).toBe('undone')
  const again = groupMessage({ groupSid, text: 'Better', attachments: [file.sid], canUndo: true })
  const { id: sentId } = ok(await owner.call(groups.sendMessage, again)).data
  clock.advance(6000)
  expect(await owner.call(groupMessages.undo, { id: sentId })).toFail('GroupMessageNotUndoable')
  await finish()
  expect(await getMessage(owner, sentId)).toMatchObject({ state: 'done', stats: { outcomes: { delivered: 1 } } })
  expect(await arrivedTexts(tenant, ann)).toEqual(['Better'])
  screen.close()
})

test('more recipients than a batch are stored by a job, and then sent to', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  await instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), 'Contact ' || i, '+1415' || (5000000 + i), 'US', $2, 'csv-upload', now()
     from generate_series(1, $3) i`,
    [tenantId, tenant.locationIds[0], GROUP_BATCH + 10],
  )
  // As autovacuum does; without statistics the plans of a shared database vary from run to run.
  await instance.server.database.owner.query('analyze contacts')
  const { sid: groupSid, members } = await addGroup(owner, { criteria: {} })
  expect(members).toBe(GROUP_BATCH)
  await instance.idle()
  expect(ok(await owner.call(groups.getBySid, { sid: groupSid })).data).toMatchObject({
    members: GROUP_BATCH + 10,
    isAddingMembers: false,
  })
  // Held for undoing, so that nothing is sent before the test has looked.
  const started = ok(await owner.call(groups.sendMessage, groupMessage({ groupSid, canUndo: true }))).data
  expect(started.stats.recipients).toBe(GROUP_BATCH)
  await instance.idle()
  const collected = await getMessage(owner, started.id)
  expect(collected).toMatchObject({ state: 'running', stats: { recipients: GROUP_BATCH + 10 } })
  ok(await owner.call(groupMessages.undo, { id: started.id }))
  goToTime('12:00')
}, 60_000)

test('review invites move the conversation, need a link, and are not part of the trial', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [locationID = ''] = tenant.locationIds
  const ann = await addContact(tenant, 'Ann')
  const invite = (contactID = ann.id) => ({ contactID, clientMessageId: crypto.randomUUID() })
  expect(await owner.call(reviewInvites.send, invite())).toFail('ReviewLinkMissing')
  expect(await tenant.conversationWith(ann.phone)).toBeUndefined()
  const text = 'Please :google_review:'
  const request = { contactIDs: [ann.id], text, isReviewInvite: true }
  expect(await owner.call(groups.sendMessage, groupMessage(request))).toFail('ReviewLinkMissing')
  expect(ok(await owner.call(groups.previewMessage, request)).data.excluded).toEqual([
    { reason: 'no-review-link', count: 1 },
  ])
  const link = 'https://g.page/r/abc/review'
  ok(await owner.call(locations.update, { id: locationID, googleReviewUrl: link }))
  const once = invite()
  const sent = ok(await owner.call(reviewInvites.send, once)).data
  expect(ok(await owner.call(reviewInvites.send, once)).data).toEqual(sent)
  await instance.idle()
  expect(await arrivedTexts(tenant, ann)).toEqual([expect.stringContaining(link)])
  const [conversation] = await tenant.list(owner, { hasSentReviewInvite: true })
  expect(conversation).toMatchObject({ sid: sent.conversationSid, attributes: { folder: 'review-invite' } })
  expect(ok(await owner.call(reviewInvites.getInvites, undefined)).contactsInvites[ann.id]).toMatchObject({ count: 1 })
  // One invite is part of the conversation; the list of group messages leaves it out.
  expect(ok(await owner.call(groupMessages.getList, {})).data.messages).toEqual([])
  const optedOut = await tenant.textFrom(newPhone(), 'STOP')
  const refused = await owner.call(reviewInvites.send, invite(optedOut.contact.id))
  expect(refused).toFail('RecipientSkipped')
  expect(refused).toMatchObject({ body: { data: { reason: 'opted-out' } } })
  goToTime('22:00')
  const held = ok(await owner.call(reviewInvites.send, invite())).data
  expect(held).toMatchObject({ conversationSid: null, heldUntil: expect.any(String) })
  goToTime('12:00')

  const trial = await instance.createTenant({ subscription: 'trial' })
  const bob = await addContact(trial, 'Bob')
  expect(await trial.owner.call(reviewInvites.send, invite(bob.id))).toFail('NotInTrial')
  expect(
    await trial.owner.call(groups.sendMessage, groupMessage({ contactIDs: [bob.id], isReviewInvite: true })),
  ).toFail('NotInTrial')
})

test('the text of review invites is saved for the business, by those who manage templates', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('TeamMember')
  const screen = await connectLive(instance.url, manager.auth)
  const read = async () => ok(await manager.call(reviewInvites.getInvites, undefined))
  expect(await read()).toEqual({ text: null, version: 0, contactsInvites: {} })
  expect(await manager.call(reviewInvites.saveInvites, { text: 'Mine' })).toFail('Forbidden')
  const draft = { text: 'How did we do, :contact_first_name:?', version: 0 }
  expect(ok(await owner.call(reviewInvites.saveInvites, draft))).toEqual({ text: draft.text, version: 1 })
  expect(await owner.call(reviewInvites.saveInvites, draft)).toFail('ChangedMeanwhile')
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'review-invite')
  expect(await read()).toMatchObject({ text: draft.text, version: 1 })
  const ann = await addContact(tenant, 'Ann')
  ok(await owner.call(reviewInvites.send, { contactID: ann.id, clientMessageId: crypto.randomUUID() }))
  await instance.idle()
  expect(await arrivedTexts(tenant, ann)).toEqual(['How did we do, Ann?'])
  screen.close()
})
