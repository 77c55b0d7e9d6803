import { contract, type GroupMessage } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import {
  newPhone,
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
  contacts,
  contactMerging,
  contactSegments,
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
let clock: ReturnType<typeof createTestClock>
beforeAll(async () => {
  // Years ahead, so that day and night are where the tests expect them.
  clock = createTestClock()
  goTo(Temporal.PlainDateTime.from('2038-06-09T12:00').toZonedDateTime('America/New_York'))
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const goTo = (time: Temporal.ZonedDateTime) => clock.advance(time.epochMilliseconds - Date.parse(clock.now()))

/** Moves to the next occurrence of a time of day in New York, where the numbers are. */
function goToTime(time: string) {
  const there = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/New_York')
  const today = there.withPlainTime(time)
  goTo(Temporal.ZonedDateTime.compare(today, there) > 0 ? today : today.add({ days: 1 }))
}

const addContact = async ({ owner }: Tenant, name: string, details: object = {}) =>
  ok(await owner.call(contacts.add, { name, phone: newPhone(), ...details }))

const arrived = async (tenant: Tenant, { phone }: { phone: string }) =>
  (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)

const addGroup = async (person: TestUser, group: object) =>
  ok(await person.call(groups.save, { name: 'Regulars', ...group })).data

const request = (message: object) => ({ text: 'Hello', clientMessageId: crypto.randomUUID(), ...message })

/** Sends a message and runs it to the end, or until everyone left is held. */
async function sendMessage(person: TestUser, message: object): Promise<GroupMessage> {
  const { id } = ok(await person.call(groups.sendMessage, request(message))).data
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

test('groups are fixed or follow a filter, and are shown live', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const ann = await addContact(tenant, 'Ann', { locationID: first, tags: ['VIP'] })
  const bob = await addContact(tenant, 'Bob', { locationID: second, tags: ['VIP'] })
  const cy = await addContact(tenant, 'Cy', { locationID: first })
  const screen = await connectLive(instance.url, owner.auth)
  const fixed = await addGroup(owner, { contactIDs: [ann.id, cy.id] })
  expect(fixed).toMatchObject({
    name: 'Regulars',
    kind: 'fixed',
    members: 2,
    criteria: null,
    version: 1,
    canEdit: true,
  })
  await screen.waitFor('group.changed', ({ groupSid }) => groupSid === fixed.sid)
  const names = async (sid: string, query: object = {}) =>
    ok(await owner.call(groups.getMembers, { sid, ...query })).data.members.map(({ name }) => name)
  expect(await names(fixed.sid)).toEqual(['Ann', 'Cy'])
  expect(await names(fixed.sid, { searchTerm: 'an' })).toEqual(['Ann'])
  expect(await names(fixed.sid, { searchTerm: cy.phone.slice(-7) })).toEqual(['Cy'])
  expect(await names(fixed.sid, { pageSize: 1, pageNumber: 2 })).toEqual(['Cy'])
  expect(
    ok(await owner.call(groups.addMembers, { sid: fixed.sid, criteria: { tagsSearch: ['VIP'] } })).data,
  ).toMatchObject({ added: 1, group: { members: 3 } })
  const removed = ok(await owner.call(groups.removeMembers, { sid: fixed.sid, contactIDs: [ann.id, cy.id] })).data
  expect(removed).toMatchObject({ removed: 2, group: { members: 1 } })
  // A deleted contact leaves its groups.
  ok(await owner.call(contacts.remove, { id: bob.id }))
  expect(await names(fixed.sid)).toEqual([])

  const dynamic = await addGroup(owner, { kind: 'dynamic', criteria: { tagsSearch: ['VIP'] }, locationID: first })
  expect(dynamic).toMatchObject({ members: null, criteria: { tagsSearch: ['VIP'], locationIDs: [first] } })
  expect(await names(dynamic.sid)).toEqual(['Ann'])
  ok(await owner.call(contacts.updateTags, { id: cy.id, tags: ['VIP'] }))
  expect(await names(dynamic.sid)).toEqual(['Ann', 'Cy'])
  const someone = { sid: dynamic.sid, contactIDs: [cy.id] }
  expect(await owner.call(groups.addMembers, someone)).toFail('GroupDynamic')
  expect(await owner.call(groups.removeMembers, someone)).toFail('GroupDynamic')
  expect(await owner.call(groups.save, { name: 'No filter', kind: 'dynamic' })).toFail('InvalidInput')

  const renamed = { sid: dynamic.sid, name: 'VIPs', locationID: second, version: 1 }
  expect(ok(await owner.call(groups.save, renamed)).data).toMatchObject({
    name: 'VIPs',
    version: 2,
    kind: 'dynamic',
    criteria: { tagsSearch: ['VIP'], locationIDs: [second] },
  })
  expect(await owner.call(groups.save, renamed)).toFail('ChangedMeanwhile')

  const note = ok(await owner.call(groups.addNote, { sid: fixed.sid, note: 'Ask Maya first' })).data
  expect(ok(await owner.call(groups.getNotes, { sid: fixed.sid })).data.notes).toEqual([note])
  const manager = await tenant.createUser('Manager')
  expect(await manager.call(groups.deleteNote, { sid: fixed.sid, id: note.id })).toFail('NoteNotYours')
  ok(await owner.call(groups.deleteNote, { sid: fixed.sid, id: note.id }))
  expect(await owner.call(groups.deleteNote, { sid: fixed.sid, id: note.id })).toFail('NoteNotFound')

  ok(await owner.call(groups.delete, { sid: fixed.sid }))
  expect(ok(await owner.call(groups.getList, undefined)).data.groups.map(({ name }) => name)).toEqual(['VIPs'])
  expect(await owner.call(groups.getBySid, { sid: fixed.sid })).toFail('GroupNotFound')
  screen.close()
})

test('a group that follows a segment has the same members for everyone', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  for (const [name, locationID] of [
    ['Ann', first],
    ['Bob', second],
  ] as const)
    await addContact(tenant, name, { locationID, tags: ['gold'] })
  await addContact(tenant, 'Cy', { locationID: first, tags: ['silver'] })
  const manager = await tenant.createUser('Manager')
  const { id } = ok(await owner.call(contactSegments.save, { name: 'Best', search: 'tag=gold' }))
  const { sid } = await addGroup(owner, { kind: 'dynamic', segmentID: id, locationID: first })
  const members = async () => ok(await manager.call(groups.getMembers, { sid })).data.members.map(({ name }) => name)
  expect(await members()).toEqual(['Ann'])
  expect(ok(await manager.call(groups.getBySid, { sid })).data).toMatchObject({ segmentName: 'Best' })
  ok(await owner.call(contactSegments.save, { id, name: 'Best', search: 'tag=silver' }))
  expect(await members()).toEqual(['Cy'])
  // Without the segment, it keeps what it had when the segment was chosen.
  ok(await owner.call(contactSegments.delete, { id }))
  expect(await members()).toEqual(['Ann'])
  expect(await manager.call(groups.save, { name: 'No', kind: 'dynamic', segmentID: id })).toFail('SegmentNotFound')
})

test('everyone sees the groups of their locations, and of members and outcomes what they see of the contacts', async () => {
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

  // A sender reaches only the members they see.
  const fromMember = await sendMessage(member, { groupSid: everywhere.sid, text: 'From me' })
  expect(fromMember.stats.recipients).toBe(1)
  expect(await arrived(tenant, ann)).toEqual(['Hello', 'From me'])
  expect(await arrived(tenant, bob)).toEqual(['Hello'])
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
  const message = request({ groupSid: sid, text })
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
  expect(await arrived(tenant, ann)).toEqual(['Hi Ann, see you!'])
  expect(await arrived(tenant, waiting.contact)).toEqual(['Hi Wanda, see you!'])
  // A message to many does not answer Wanda’s question: she keeps waiting, and a teammate’s reply needs no confirmation.
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
  expect(await owner.call(groups.sendMessage, request({ groupSid: (await addGroup(owner, {})).sid }))).toFail(
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
  expect(replied).toMatchObject([{ contact: { name: 'Ann' }, hasReplied: true }])
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
  expect(held).toMatchObject({ state: 'running', stats: { outcomes: { held: 2 } } })
  expect(Date.parse(held.stats.heldUntil ?? '')).toBeGreaterThan(Date.parse(clock.now()))
  const stopped = await sendMessage(owner, { contactIDs, text: 'Never mind' })
  expect(ok(await owner.call(groupMessages.stop, { id: stopped.id })).data).toMatchObject({
    state: 'stopped',
    stopReason: 'teammate',
    stats: { outcomes: { cancelled: 2 }, heldUntil: null },
  })
  await tenant.textFrom(bob.phone, 'STOP')
  goToTime('09:00')
  await finish()
  await finish()
  expect(await getMessage(owner, held.id)).toMatchObject({ state: 'done' })
  expect(await outcomesOf(owner, held.id)).toEqual({ Ann: 'delivered', Bob: 'opted-out' })
  expect(await arrived(tenant, ann)).toEqual(['Hello'])
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
  expect(await outcomesOf(owner, message.id)).toEqual({ deleted: 'contact-deleted', Bob: 'no-access', Cy: 'delivered' })
  goToTime('22:00')
  const last = await sendMessage(manager, { contactIDs: contactIDs.slice(2), text: 'One is not many' })
  const many = await addContact(tenant, 'Dee', { locationID: first })
  const several = await sendMessage(manager, { contactIDs: [contactIDs[2], many.id], text: 'Two are' })
  ok(await grant(false))
  expect(await manager.call(groups.sendMessage, request({ contactIDs: [many.id] }))).toFail('Forbidden')
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
  expect([...(await arrived(tenant, ann)), ...(await arrived(tenant, other))]).toEqual(['Hello'])
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
  expect([...(await arrived(tenant, there)), ...(await arrived(tenant, here))]).toEqual(['Hello'])
  goToTime('12:00')
})

test('an opt-out with another number of the contact applies to messages to many', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann')
  const phone = newPhone()
  ok(await owner.call(contacts.addPhone, { id: ann.id, phone }))
  await tenant.textFrom(phone, 'STOP')
  const { id } = await sendMessage(owner, { contactIDs: [ann.id] })
  await finish()
  expect((await getMessage(owner, id)).stats).toMatchObject({ reasons: [{ reason: 'opted-out', count: 1 }] })
  expect(await arrived(tenant, ann)).toEqual([])
})

test('whoever has a number that was removed from a contact gets nothing that was meant for the contact', async () => {
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
  expect([await arrived(tenant, { phone }), await arrived(tenant, former)]).toEqual([['Hello'], []])
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
  goTo(Temporal.Instant.from(heldUntil ?? '').toZonedDateTimeISO('UTC'))
  const { repeated } = await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const row = await lockGroupMessage(tx, invite.clientMessageId)
    if (!row) throw new Error('The invite is missing.')
    expect(await sendBatch(instance.server.services, tx, row)).toBe(true)
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
  expect(await arrived(tenant, ann)).toEqual(['How was it?'])
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
    while (await sendBatch(instance.server.services, tx, row));
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
  for (const contact of list) expect(await arrived(tenant, contact)).toEqual(['Hello'])
  goToTime('12:00')
})

test('a message to many does not run ahead of the carrier, so that it can be stopped', async () => {
  goToTime('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addMany(tenant, 26)
  const { id } = await sendMessage(owner, { criteria: {} })
  goToTime('09:00')
  // Nothing is sent before the commit, so all texts wait for the carrier.
  await runBatches(tenant, id)
  const { stats } = ok(await owner.call(groupMessages.stop, { id })).data
  expect(stats.outcomes).toMatchObject({ held: 0, cancelled: 6 })
  await finish()
  expect((await getMessage(owner, id)).stats.outcomes).toMatchObject({ delivered: 20, cancelled: 6 })
  goToTime('12:00')
})

test('review invites move the conversation, need a link, and are not part of the trial', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [locationID = ''] = tenant.locationIds
  const ann = await addContact(tenant, 'Ann')
  const invite = (contactID = ann.id) => ({ contactID, clientMessageId: crypto.randomUUID() })
  expect(await owner.call(reviewInvites.send, invite())).toFail('ReviewLinkMissing')
  expect(await tenant.conversationWith(ann.phone)).toBeUndefined()
  const text = 'Please :google_review:'
  const toMany = { contactIDs: [ann.id], text, isReviewInvite: true }
  expect(await owner.call(groups.sendMessage, request(toMany))).toFail('ReviewLinkMissing')
  expect(ok(await owner.call(groups.previewMessage, toMany)).data.excluded).toEqual([
    { reason: 'no-review-link', count: 1 },
  ])
  const link = 'https://g.page/r/abc/review'
  ok(await owner.call(locations.update, { id: locationID, googleReviewUrl: link }))
  const once = invite()
  const sent = ok(await owner.call(reviewInvites.send, once)).data
  expect(ok(await owner.call(reviewInvites.send, once)).data).toEqual(sent)
  await instance.idle()
  expect(await arrived(tenant, ann)).toEqual([expect.stringContaining(link)])
  const [conversation] = await tenant.list(owner, { hasSentReviewInvite: true })
  expect(conversation).toMatchObject({ sid: sent.conversationSid, attributes: { folder: 'review-invite' } })
  expect(ok(await owner.call(reviewInvites.getInvites, undefined)).contactsInvites[ann.id]).toMatchObject({ count: 1 })
  // One invite is part of the conversation; the list of messages to many leaves it out.
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
  expect(await trial.owner.call(groups.sendMessage, request({ contactIDs: [bob.id], isReviewInvite: true }))).toFail(
    'NotInTrial',
  )
})
