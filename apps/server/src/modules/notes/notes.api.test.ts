import { contract } from '@frontdesk/contract/api'
import { fromSid, notificationTypeID } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const addNote = async (person: TestUser, conversationSid: string, note: string, mentions: string[] = []) =>
  ok(
    await person.call(contract.notes.addToConversation, {
      conversationSid,
      note,
      mentions,
      clientMessageId: crypto.randomUUID(),
    }),
  ).data

const notificationsOf = async (person: TestUser) => {
  await instance.idle()
  return ok(await person.call(contract.notifications.getList, {})).data.notifications
}

const unreadCount = async (tenant: Tenant) =>
  ok(await tenant.owner.call(contract.conversations.getStats, {})).data.totalUnread

test('a note appears in the thread for the team, live, and leaves preview and counts of the conversation as they are', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const before = await tenant.textFrom(phone, 'Do you have time on Friday?')
  const colleague = await tenant.createUser('Manager')
  const live = await connectLive(instance.url, colleague.auth)

  const { message, conversation, unnotified } = await addNote(tenant.owner, before.sid, 'She always comes late.')
  expect(message).toMatchObject({
    body: 'She always comes late.',
    deliveryStatus: null,
    attributes: { type: 'note', note: { mentions: [], editedOnUtc: null } },
  })
  expect(unnotified).toEqual([])
  expect(conversation.attributes).toMatchObject({
    latestMessage: 'Do you have time on Friday?',
    unreadMessages: 1,
    latestMessageDateUTC: before.attributes.latestMessageDateUTC,
  })
  const heard = await live.waitFor('message.created', ({ message: { sid } }) => sid === message.sid)
  expect(heard.message).toEqual(message)
  live.close()
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).map(({ body }) => body)).toEqual(['Do you have time on Friday?'])
})

test('nothing can send a note: neither a retry, nor the job, nor an update in the database', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const { message } = await addNote(tenant.owner, conversation.sid, 'Owes us money.')
  expect(await tenant.owner.call(contract.messages.retry, { sid: message.sid })).toFail('MessageNotRetryable')
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: 'How can we help?',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).map(({ body }) => body)).toEqual(['Hello', 'How can we help?'])
  await expect(
    instance.server.database.owner.query(`update messages set delivery_status = 'queued' where id = $1`, [
      fromSid(message.sid),
    ]),
  ).rejects.toThrow('messages_only_texts_are_sent')
})

test('a repeated request adds one note; its id with another text is rejected', async () => {
  const tenant = await instance.createTenant()
  const { sid: conversationSid } = await tenant.textFrom(newPhone(), 'Hello')
  const request = { conversationSid, note: 'Once', clientMessageId: crypto.randomUUID() }
  await Promise.all([1, 2, 3].map(() => tenant.owner.call(contract.notes.addToConversation, request).then(ok)))
  const notes = (await tenant.messagesOf({ sid: conversationSid })).filter(({ body }) => body === 'Once')
  expect(notes).toHaveLength(1)
  expect(await tenant.owner.call(contract.notes.addToConversation, { ...request, note: 'Twice' })).toFail(
    'ClientMessageIdReused',
  )
})

test('mentioned teammates are notified, unless they cannot see it, turned it off, or wrote it', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = tenant.locationIds
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const here = await tenant.createUser('Manager', { locationIds: [first] })
  const elsewhere = await tenant.createUser('Manager', { locationIds: [second] })
  const deaf = await tenant.createUser('Manager')
  ok(
    await deaf.call(contract.notifications.saveConfigs, {
      settings: (['desktop', 'email', 'mobile-app'] as const).map((configTypeID) => ({
        notificationTypeID: notificationTypeID(configTypeID, 'mentioned'),
        configTypeID,
        isEnabled: false,
      })),
    }),
  )
  const { message, unnotified } = await addNote(
    tenant.owner,
    conversation.sid,
    'Please call her back.',
    [here, elsewhere, deaf, tenant.owner].map(({ auth }) => auth.userId),
  )
  expect(unnotified.map(({ userId }) => userId)).toEqual([elsewhere.auth.userId])
  const mentioned = (kinds: { kind: string }[]) => kinds.filter(({ kind }) => kind === 'mentioned')
  expect(mentioned(await notificationsOf(here))).toMatchObject([
    { conversationSid: conversation.sid, body: 'Olive Owner: Please call her back.', isRead: false },
  ])
  for (const person of [elsewhere, deaf, tenant.owner]) expect(mentioned(await notificationsOf(person))).toEqual([])

  // An edit notifies only those who were not notified before.
  ok(
    await tenant.owner.call(contract.notes.edit, {
      sid: message.sid,
      note: 'Please call her back today.',
      mentions: [here.auth.userId],
    }),
  )
  expect(mentioned(await notificationsOf(here))).toHaveLength(1)

  ok(await tenant.owner.call(contract.notes.removeFromConversation, { sid: message.sid }))
  expect(mentioned(await notificationsOf(here))).toEqual([])
})

test('nobody outside the team can be mentioned', async () => {
  const tenant = await instance.createTenant()
  const stranger = await instance.createTenant()
  const { sid: conversationSid } = await tenant.textFrom(newPhone(), 'Hello')
  const request = { conversationSid, note: 'Hm', clientMessageId: crypto.randomUUID() }
  expect(
    await tenant.owner.call(contract.notes.addToConversation, {
      ...request,
      mentions: [stranger.owner.auth.userId],
    }),
  ).toFail('MemberNotFound')
})

test('a note is edited by its author, and deleted by them or with the permission to delete; a tombstone stays', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const author = await tenant.createUser('Manager')
  const other = await tenant.createUser('Manager')
  const { message } = await addNote(author, conversation.sid, 'First thought')

  expect(await other.call(contract.notes.edit, { sid: message.sid, note: 'Not mine' })).toFail('NoteNotYours')
  expect(await other.call(contract.notes.removeFromConversation, { sid: message.sid })).toFail('NoteNotYours')
  const edited = ok(await author.call(contract.notes.edit, { sid: message.sid, note: 'Second thought' })).data.message
  expect(edited).toMatchObject({ body: 'Second thought', attributes: { note: { editedOnUtc: expect.any(String) } } })

  const line = ok(await tenant.owner.call(contract.notes.removeFromConversation, { sid: message.sid })).data
  expect(line).toMatchObject({
    sid: message.sid,
    index: message.index,
    body: '',
    author: 'Olive Owner',
    attributes: { type: 'update', update: { kind: 'note-deleted', value: null } },
  })
  expect(await author.call(contract.notes.edit, { sid: message.sid, note: 'Again' })).toFail('MessageNotFound')
  expect(ok(await tenant.owner.call(contract.notes.removeFromConversation, { sid: message.sid })).data).toEqual(line)
})

test('a text cannot be edited or deleted as a note, nor a note as a text', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const { message } = await addNote(tenant.owner, conversation.sid, 'A note')
  const [text] = await tenant.messagesOf(conversation)
  const sid = text?.sid ?? ''
  expect(await tenant.owner.call(contract.notes.edit, { sid, note: 'x' })).toFail('MessageNotFound')
  expect(await tenant.owner.call(contract.notes.removeFromConversation, { sid })).toFail('MessageNotFound')
  expect(await tenant.owner.call(contract.messages.remove, { sid: message.sid })).toFail('MessageNotFound')
})

test('a contact’s notes are those about it and those in its threads, under the viewer’s visibility', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = tenant.locationIds
  const phone = newPhone()
  const here = await tenant.textFrom(phone, 'Hello')
  const there = await tenant.textFrom(phone, 'Hello there', { to: tenant.numbers[1] ?? '' })
  const contactId = here.contact.id
  const contactNote = ok(await tenant.owner.call(contract.notes.add, { contactId, note: 'Prefers mornings' })).data
  expect(contactNote).toMatchObject({
    contactId,
    note: 'Prefers mornings',
    conversationSid: null,
    author: 'Olive Owner',
  })
  const inFirst = await addNote(tenant.owner, here.sid, 'In the first thread')
  await addNote(tenant.owner, there.sid, 'In the second thread')

  const listOf = async (person: TestUser) =>
    ok(await person.call(contract.notes.getList, { contactId })).data.notes.map(({ note }) => note)
  const atFirst = await tenant.createUser('Manager', { locationIds: [first] })
  expect(await listOf(tenant.owner)).toEqual(['In the second thread', 'In the first thread', 'Prefers mornings'])
  expect(await listOf(atFirst)).toEqual(['In the first thread', 'Prefers mornings'])

  const stranger = await tenant.textFrom(newPhone(), 'Other')
  const blind = await tenant.createUser('Manager', { locationIds: [second] })
  for (const endpoint of [contract.notes.getList, contract.notes.add] as const) {
    const input = { contactId: stranger.contact.id, note: 'x' }
    expect(await blind.call(endpoint, input as never)).toFail('ContactNotFound')
  }

  const live = await connectLive(instance.url, atFirst.auth)
  const remove = (person: TestUser, noteId: string) => person.call(contract.notes.remove, { contactId, noteId })
  expect(await remove(atFirst, contactNote.id)).toFail('NoteNotYours')
  expect(await remove(tenant.owner, crypto.randomUUID())).toFail('NoteNotFound')
  ok(await remove(tenant.owner, contactNote.id))
  await live.waitFor('contact.note-changed', ({ contactID }) => contactID === contactId)
  live.close()
  ok(await remove(tenant.owner, fromSid(inFirst.message.sid)))
  expect(await listOf(tenant.owner)).toEqual(['In the second thread'])
})

test('a note on an unread thread leaves the totals as they are', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  await addNote(tenant.owner, conversation.sid, 'Hm')
  expect(await unreadCount(tenant)).toBe(1)
})

test('a note after a text does not hide the text’s delivery status', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const put = await instance.addFault({ kind: 'delay', target: 'status', ms: 400, phone })
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: 'Hi',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await addNote(tenant.owner, conversation.sid, 'Greeted')
  await expect
    .poll(async () => (await tenant.conversationWith(phone))?.attributes.deliveryStatus, { timeout: 8000 })
    .toBe('delivered')
  await put()
})
