import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { ok } from '../../testing/client.ts'
import { createPng, signInForFilesCookie, upload } from '../../testing/files.ts'
import { startGroupMessageTests } from '../../testing/group-message-tests.ts'
import { addContact, addGroup, arrivedTexts, groupMessage } from '../../testing/groups.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, PASSWORD } from '../../testing/test-instance.ts'
import { sendGroupMessageSpec } from './send-spec.ts'

const { assignment, contactActivities, contacts, conversations, groupMessages, groups, merging, messages } = contract

const { instance, clock, sendMessage, finish, getMessage, outcomesOf } = await startGroupMessageTests()

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

  // Messages sent to a group at another location stay there when the group moves.
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
  // A group message does not answer Wanda’s question: she keeps waiting, and a teammate’s reply needs no
  // confirmation.
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
  clock.goToNext('12:00')
  const third = await sendMessage(owner, { contactIDs: [ann.id], text: 'Third' })
  clock.advance(8 * 24 * 3_600_000)
  await tenant.textFrom(ann.phone, 'Late')
  expect((await getMessage(owner, third.id)).stats.replied).toBe(0)
  const stats = ok(await owner.call(groups.getStats, { sid })).data
  expect(stats).toMatchObject({ messages: 2, stats: { recipients: 6, optedOut: 1, outcomes: { skipped: 1 } } })
  expect(stats.performance.map(({ body }) => body)).toEqual(['Second', 'First'])
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
