import { type Conversation, contract, type Message } from '@frontdesk/contract/api'
import { fromSid, MERGE_MESSAGES_MAX, MERGED_MAX } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ApiFailure, ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const bodies = (items: Message[]) =>
  items.filter(({ attributes }) => attributes.type !== 'update').map(({ body }) => body)
const indexes = (items: Message[]) => items.map(({ index }) => index)
const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1)
const merge = (person: TestUser, merged: Pick<Conversation, 'sid'>, into: Pick<Conversation, 'sid'>) =>
  person.call(contract.merging.merge, { sid: merged.sid, intoSid: into.sid })
const unmerge = (person: TestUser, from: Pick<Conversation, 'sid'>, merged: Pick<Conversation, 'sid'>) =>
  person.call(contract.merging.unmerge, { sid: from.sid, mergedSid: merged.sid })
const bySid = (person: TestUser, sid: string) => person.call(contract.conversations.getBySid, { sid })
const send = (person: TestUser, conversation: Pick<Conversation, 'sid'>, text: string, viaSid?: string) =>
  person.call(contract.messages.send, {
    conversationSid: conversation.sid,
    text,
    clientMessageId: crypto.randomUUID(),
    ...(viaSid && { viaSid }),
  })
const stats = async (person: TestUser) => {
  const { totalOpen, totalUnread } = ok(await person.call(contract.conversations.getStats, {})).data
  const closed = ok(await person.call(contract.conversations.getStats, { isClosed: true })).data
  return { totalOpen, totalUnread, totalClosed: closed.totalClosed, closedUnread: closed.totalUnread }
}

/** Two phones of one person that texted alternately, with their conversations. */
async function twoPhones(tenant: Tenant) {
  const [mobile, work] = [newPhone(), newPhone()]
  await tenant.textFrom(mobile, 'm1')
  await tenant.textFrom(work, 'w1')
  await tenant.textFrom(mobile, 'm2')
  const second = await tenant.textFrom(work, 'w2')
  const first = await tenant.textFrom(mobile, 'm3')
  return { mobile, work, first, second }
}

test('a merge interleaves the messages, and an unmerge separates them with all later ones', async () => {
  const tenant = await instance.createTenant()
  const { mobile, work, first, second } = await twoPhones(tenant)
  const before = [await tenant.messagesOf(first), await tenant.messagesOf(second)]
  expect(await stats(tenant.owner)).toMatchObject({ totalOpen: 2, totalUnread: 2 })

  const merged = ok(await merge(tenant.owner, second, first)).data
  expect(merged.sid).toBe(first.sid)
  expect(merged.merged).toMatchObject([{ sid: second.sid, phoneNumber: work, isOptedOut: false }])
  expect(merged.attributes.unreadMessages).toBe(5)
  expect(merged.attributes.latestMessage).toBe('m3')
  const thread = await tenant.messagesOf(first)
  expect(bodies(thread)).toEqual(['m1', 'w1', 'm2', 'w2', 'm3'])
  expect(indexes(thread)).toEqual(upTo(6))
  expect(thread.filter(({ viaSid }) => viaSid === second.sid).map(({ body }) => body)).toEqual(['w1', 'w2'])
  expect(thread.at(-1)?.attributes).toMatchObject({ type: 'update', update: { kind: 'merged', mergedSid: second.sid } })
  expect(await stats(tenant.owner)).toMatchObject({ totalOpen: 1, totalUnread: 1 })
  expect((await tenant.list(tenant.owner)).map(({ sid }) => sid)).toEqual([first.sid])
  // An old link, the number and a search lead to the surviving conversation.
  expect(ok(await bySid(tenant.owner, second.sid)).data.sid).toBe(first.sid)
  expect((await tenant.conversationWith(work))?.sid).toBe(first.sid)
  const { hits } = ok(await tenant.owner.call(contract.messageSearch.search, { text: 'w2' })).data
  expect(hits.map(({ conversationSid }) => conversationSid)).toEqual([first.sid])
  expect((await tenant.list(tenant.owner, { searchPhoneNumber: work })).map(({ sid }) => sid)).toEqual([first.sid])

  expect((await tenant.textFrom(work, 'w3')).sid).toBe(first.sid)
  ok(await send(tenant.owner, first, 'to work'))
  ok(await send(tenant.owner, first, 'to mobile', first.sid))
  await instance.idle()
  expect((await tenant.messagesOnPhone(work)).at(-1)?.body).toBe('to work')
  expect((await tenant.messagesOnPhone(mobile)).at(-1)?.body).toBe('to mobile')
  await tenant.textFrom(mobile, 'm4')
  ok(await send(tenant.owner, first, 'to mobile again'))
  await instance.idle()
  expect((await tenant.messagesOnPhone(mobile)).at(-1)?.body).toBe('to mobile again')
  expect(indexes(await tenant.messagesOf(first))).toEqual(upTo(11))

  const apart = ok(await unmerge(tenant.owner, first, second)).data
  expect(apart.conversation.merged).toBeUndefined()
  expect(apart.restored?.sid).toBe(second.sid)
  expect(apart.restored?.attributes.latestMessage).toBe('to work')
  const [a, b] = [await tenant.messagesOf(first), await tenant.messagesOf(second)]
  expect(bodies(a)).toEqual(['m1', 'm2', 'm3', 'to mobile', 'm4', 'to mobile again'])
  expect(bodies(b)).toEqual(['w1', 'w2', 'w3', 'to work'])
  expect(indexes(a)).toEqual(upTo(a.length))
  expect(indexes(b)).toEqual(upTo(b.length))
  expect(b.every(({ viaSid }) => viaSid === undefined)).toBe(true)
  expect(before.map((items) => items.map(({ sid }) => sid))).toEqual([
    a.slice(0, 3).map(({ sid }) => sid),
    b.slice(0, 2).map(({ sid }) => sid),
  ])
  // Unread counts follow the number pairs: m1 to m4 and w1 to w3.
  expect(apart.conversation.attributes.unreadMessages).toBe(4)
  expect(apart.restored?.attributes.unreadMessages).toBe(3)
  expect(await stats(tenant.owner)).toMatchObject({ totalOpen: 2, totalUnread: 2 })
  expect((await tenant.textFrom(work, 'w4')).sid).toBe(second.sid)
})

test('notes, files, drafts, scheduled messages and statuses move along', async () => {
  const tenant = await instance.createTenant()
  const { mobile, work, first, second } = await twoPhones(tenant)
  const { owner } = tenant
  ok(
    await owner.call(contract.notes.addToConversation, {
      conversationSid: second.sid,
      note: 'Prefers mornings',
      mentions: [],
      clientMessageId: crypto.randomUUID(),
    }),
  )
  const sendAt = Temporal.Now.instant().add({ hours: 48 }).toString()
  ok(
    await owner.call(contract.scheduledMessages.create, {
      conversationSid: second.sid,
      text: 'later',
      sendAt,
      clientMessageId: crypto.randomUUID(),
    }),
  )
  for (const [sid, messageDraft] of [
    [first.sid, 'one'],
    [second.sid, 'two'],
  ] as const)
    ok(await owner.call(contract.conversations.saveDraft, { sid, messageDraft }))
  ok(await owner.call(contract.conversations.close, { sid: first.sid }))
  const preview = ok(await owner.call(contract.merging.preview, { sid: second.sid, intoSid: first.sid })).data
  expect(preview).toMatchObject({ scheduledMessages: 1, isReopened: true, mergedMessages: 3, survivingMessages: 4 })

  const merged = ok(await merge(owner, second, first)).data
  expect(merged.attributes).toMatchObject({ isClosed: false, drafts: [{ messageDraft: 'one\ntwo' }] })
  expect(merged.attributes.nextScheduledMessageDate).not.toBeNull()
  expect(bodies(await tenant.messagesOf(first))).toContain('Prefers mornings')
  // A message started before the merge ends up in the surviving conversation.
  const late = { conversationSid: second.sid, note: 'Begun before', clientMessageId: crypto.randomUUID() }
  expect(ok(await owner.call(contract.notes.addToConversation, late)).data.conversation.sid).toBe(first.sid)
  const listed = ok(await owner.call(contract.scheduledMessages.getList, { conversationSid: first.sid })).data
  expect(listed.scheduledMessages).toMatchObject([{ body: 'later', viaSid: second.sid }])
  const [waiting] = listed.scheduledMessages
  ok(await owner.call(contract.scheduledMessages.sendNow, { sid: waiting?.sid ?? '' }))
  await instance.idle()
  expect((await tenant.messagesOnPhone(work)).at(-1)?.body).toBe('later')
  expect((await tenant.messagesOnPhone(mobile)).some(({ body }) => body === 'later')).toBe(false)
  expect(await stats(owner)).toEqual({ totalOpen: 1, totalUnread: 1, totalClosed: 0, closedUnread: 0 })

  ok(await unmerge(owner, first, second))
  expect(bodies(await tenant.messagesOf(second))).toEqual(['w1', 'w2', 'Prefers mornings', 'later'])
  expect(await stats(owner)).toEqual({ totalOpen: 2, totalUnread: 2, totalClosed: 0, closedUnread: 0 })
})

test('an unmerge does not restore a deleted folder or status', async () => {
  const tenant = await instance.createTenant()
  const { first, second } = await twoPhones(tenant)
  const { owner } = tenant
  const saveStatuses = async (names: string[], version: number) =>
    ok(
      await owner.call(contract.contactStatuses.save, {
        statuses: names.map((name) => ({ key: name.toLowerCase(), name, type: 'OPEN' as const })),
        version,
      }),
    )
  const { version } = await saveStatuses(['Lead', 'Won'], 0)
  ok(await owner.call(contract.contactStatuses.change, { sid: second.sid, statusKey: 'lead' }))
  ok(await owner.call(contract.folders.change, { sid: second.sid, folderKey: 'reviews' }))
  ok(await merge(owner, second, first))
  await saveStatuses(['Won'], version)
  const { locationID } = second.attributes
  ok(await owner.call(contract.folders.delete, { locationID, folderKey: 'reviews' }))
  const { restored } = ok(await unmerge(owner, first, second)).data
  expect(restored?.attributes).toMatchObject({ folder: 'new', statusKey: null, statusName: null })
  const { totals } = ok(await owner.call(contract.conversations.getStats, {})).data
  expect(totals).toMatchObject({ byFolder: { new: 2 } })
  expect(totals.byStatus).toEqual({})
})

test('invalid merges are refused and change nothing', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { first, second } = await twoPhones(tenant)
  const third = await tenant.textFrom(newPhone(), 'x1', { to: tenant.numbers[1] ?? '' })
  const otherTenant = await instance.createTenant()
  const foreignText = await otherTenant.textFrom(newPhone(), 'hello')
  const { owner } = tenant
  expect(await merge(owner, first, first)).toFail('MergeWithItself')
  expect(await merge(owner, foreignText, first)).toFail('ConversationNotFound')
  expect(await merge(owner, first, foreignText)).toFail('ConversationNotFound')
  expect(await unmerge(owner, first, second)).toFail('NotMerged')
  const local = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[0] ?? ''] })
  expect(await merge(local, third, first)).toFail('ConversationNotFound')
  expect(await merge(local, first, third)).toFail('ConversationNotFound')

  ok(await merge(owner, second, first))
  expect(await merge(owner, second, first)).toFail('AlreadyMerged')
  expect(await merge(owner, first, second)).toFail('AlreadyMerged')
  expect(await merge(owner, second, third)).toFail('AlreadyMerged')
  expect(await send(owner, first, 'by whom?', third.sid)).toFail('NotMerged')
  expect(await unmerge(otherTenant.owner, first, second)).toFail('ConversationNotFound')
  ok(await unmerge(owner, first, second))
  expect(await unmerge(owner, first, second)).toFail('NotMerged')
})

test('merging is limited by number of conversations and messages', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const start = async () =>
    ok(
      await owner.call(contract.conversations.getSetSms, {
        contactPhoneNumber: newPhone(),
        tenantPhoneNumber: tenant.numbers[0] ?? '',
      }),
    ).data
  const surviving = await start()
  for (let n = 0; n < MERGED_MAX; n++) ok(await merge(owner, await start(), surviving))
  const merged = await start()
  expect(await merge(owner, merged, surviving)).toFail('TooManyMerged')
  expect(await merge(owner, surviving, merged)).toFail('TooManyMerged')

  const other = await start()
  await instance.server.database.owner.query(
    'update conversations set latest_index = $3 where tenant_id = $1 and id = $2',
    [tenant.tenantId, fromSid(other.sid), MERGE_MESSAGES_MAX],
  )
  const third = await tenant.textFrom(newPhone(), 'One more')
  expect(await merge(owner, third, other)).toFail('ConversationsTooLong')
  expect(await owner.call(contract.merging.preview, { sid: third.sid, intoSid: other.sid })).toFail(
    'ConversationsTooLong',
  )
})

test('merges nest, and unmerging restores the inner merge', async () => {
  const tenant = await instance.createTenant()
  const { first, second } = await twoPhones(tenant)
  const third = await tenant.textFrom(newPhone(), 't1')
  const { owner } = tenant
  ok(await merge(owner, second, first))
  const all = ok(await merge(owner, first, third)).data
  expect(new Set(all.merged?.map(({ sid }) => sid))).toEqual(new Set([first.sid, second.sid]))
  expect(bodies(await tenant.messagesOf(third))).toEqual(['m1', 'w1', 'm2', 'w2', 'm3', 't1'])
  expect(ok(await bySid(owner, second.sid)).data.sid).toBe(third.sid)
  // Merging into a merged conversation uses its surviving one.
  const fourth = await tenant.textFrom(newPhone(), 'f1')
  expect(ok(await merge(owner, fourth, second)).data.sid).toBe(third.sid)
  ok(await unmerge(owner, third, fourth))

  const { restored } = ok(await unmerge(owner, third, first)).data
  expect(restored?.merged?.map(({ sid }) => sid)).toEqual([second.sid])
  expect(bodies(await tenant.messagesOf(first))).toEqual(['m1', 'w1', 'm2', 'w2', 'm3'])
  expect(bodies(await tenant.messagesOf(third))).toEqual(['t1'])
  ok(await unmerge(owner, first, second))
  expect(bodies(await tenant.messagesOf(first))).toEqual(['m1', 'm2', 'm3'])
  expect(bodies(await tenant.messagesOf(second))).toEqual(['w1', 'w2'])
})

test('a message sent during an unmerge keeps its number pair', async () => {
  const tenant = await instance.createTenant()
  const { mobile, work, first, second } = await twoPhones(tenant)
  const { owner } = tenant
  ok(await merge(owner, second, first))
  const { sid } = ok(
    await owner.call(contract.scheduledMessages.create, {
      conversationSid: first.sid,
      viaSid: second.sid,
      text: 'for work',
      sendAt: Temporal.Now.instant().add({ hours: 48 }).toString(),
      clientMessageId: crypto.randomUUID(),
    }),
  ).data
  // Jobs of the merge would wait for the lock too.
  await instance.idle()
  const { owner: database } = instance.server.database
  const client = await database.connect()
  await client.query('begin')
  await client.query('select from conversations where tenant_id = $1 and id = $2 for update', [
    tenant.tenantId,
    fromSid(first.sid),
  ])
  const areWaiting = (n: number) =>
    expect
      .poll(async () => {
        const { rows } = await database.query(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].n
      })
      .toBe(n)
  const requests = []
  try {
    requests.push(unmerge(owner, first, second))
    await areWaiting(1)
    requests.push(owner.call(contract.scheduledMessages.sendNow, { sid }))
    await areWaiting(2)
  } finally {
    await client.query('commit')
    client.release()
  }
  for (const request of requests) ok<unknown>(await request)
  await instance.idle()
  expect((await tenant.messagesOnPhone(work)).at(-1)?.body).toBe('for work')
  expect((await tenant.messagesOnPhone(mobile)).map(({ body }) => body)).not.toContain('for work')
})

test('concurrent opposite merges with inbound texts lose nothing', async () => {
  const tenant = await instance.createTenant()
  const { mobile, work, first, second } = await twoPhones(tenant)
  const [a, b] = [tenant.owner, await tenant.createUser('Manager')]
  const [x, y] = await Promise.all([
    merge(a, first, second),
    merge(b, second, first),
    ...upTo(6).map((n) => tenant.textFrom(n % 2 ? mobile : work, `during ${n}`)),
  ])
  const outcomes = [x, y].map((answer) => (answer instanceof ApiFailure ? answer.body.errorCode : 'ok'))
  expect(outcomes.toSorted()).toEqual(['AlreadyMerged', 'ok'])
  const [surviving] = await tenant.list(tenant.owner)
  const thread = await tenant.messagesOf(surviving as Conversation)
  expect(bodies(thread).toSorted()).toEqual(
    ['m1', 'm2', 'm3', 'w1', 'w2', ...upTo(6).map((n) => `during ${n}`)].toSorted(),
  )
  expect(indexes(thread)).toEqual(upTo(thread.length))
  expect(await stats(tenant.owner)).toMatchObject({ totalOpen: 1, totalUnread: 1 })

  const mergedSide = surviving?.sid === first.sid ? second : first
  await Promise.all([
    unmerge(a, surviving as Conversation, mergedSide),
    ...upTo(6).map((n) => tenant.textFrom(n % 2 ? mobile : work, `after ${n}`)),
  ])
  const [m, w] = [await tenant.messagesOf(first), await tenant.messagesOf(second)]
  expect(bodies(m).filter((body) => body.startsWith('after'))).toHaveLength(3)
  expect(bodies(w).filter((body) => body.startsWith('after'))).toHaveLength(3)
  expect(
    m.concat(w).filter(({ body, author }) => body.startsWith('after') && ![mobile, work].includes(author)),
  ).toEqual([])
  expect(indexes(m)).toEqual(upTo(m.length))
  expect(indexes(w)).toEqual(upTo(w.length))
  expect(await stats(tenant.owner)).toMatchObject({ totalOpen: 2, totalUnread: 2 })
})

test('waiting, snooze and unread marks are combined by a merge and separated by an unmerge', async () => {
  const tenant = await instance.createTenant()
  const { mobile, first, second } = await twoPhones(tenant)
  const { owner } = tenant
  const { attention } = contract
  ok(await owner.call(attention.handled, { sid: second.sid }))
  ok(await owner.call(attention.markUnread, { sid: second.sid }))
  for (const { sid } of [first, second]) ok(await owner.call(attention.snooze, { sid, until: null }))
  const merged = ok(await merge(owner, second, first)).data
  expect(merged.attributes).toMatchObject({ isSnoozed: true, isMarkedUnread: true })
  expect(merged.attributes.needsAnswerSince).not.toBeNull()
  await tenant.textFrom(mobile, 'm4')
  expect(ok(await bySid(owner, first.sid)).data.attributes).toMatchObject({ isSnoozed: false, latestMessage: 'm4' })
  const { conversation, restored } = ok(await unmerge(owner, first, second)).data
  expect(conversation.attributes.needsAnswerSince).toBe(merged.attributes.needsAnswerSince)
  expect(restored?.attributes).toMatchObject({ needsAnswerSince: null, isSnoozed: true })
  expect(ok(await owner.call(contract.conversations.getStats, {})).data).toMatchObject({
    totalOpen: 1,
    totalSnoozed: 1,
    totalNeedsAnswer: 1,
  })
})

test('opt-outs and blocks apply to their own number', async () => {
  const tenant = await instance.createTenant()
  const { mobile, work, first, second } = await twoPhones(tenant)
  const { owner } = tenant
  ok(await merge(owner, second, first))
  await tenant.textFrom(work, 'STOP')
  await instance.idle()
  const merged = ok(await bySid(owner, first.sid)).data
  expect(merged.contact.isOptedOut).toBe(false)
  expect(merged.merged).toMatchObject([{ isOptedOut: true }])
  // The most recent sender is the one who opted out.
  expect(await send(owner, first, 'hello?')).toFail('SendRefused')
  ok(await send(owner, first, 'hello', first.sid))
  await instance.idle()
  expect((await tenant.messagesOnPhone(mobile)).at(-1)?.body).toBe('hello')
  const { restored } = ok(await unmerge(owner, first, second)).data
  expect(restored?.contact.isOptedOut).toBe(true)
})

test('a block ends the wait of the blocked number only', async () => {
  const tenant = await instance.createTenant()
  const { work, first, second } = await twoPhones(tenant)
  const { owner } = tenant
  const { needsAnswerSince } = ok(await merge(owner, second, first)).data.attributes
  ok(await owner.call(contract.blockedNumbers.block, { phoneNumber: work }))
  expect(ok(await bySid(owner, first.sid)).data).toMatchObject({
    attributes: { needsAnswerSince },
    merged: [{ isBlocked: true }],
  })
})

test('all numbers of a conversation can be blocked, or selected ones; in bulk all, with undo', async () => {
  const tenant = await instance.createTenant()
  const { mobile, work, first, second } = await twoPhones(tenant)
  const { owner } = tenant
  const { block, unblock } = contract.conversations
  ok(await merge(owner, second, first))
  const blocks = ({ contact, merged }: Conversation) => [contact.isBlocked, merged?.[0]?.isBlocked]
  const { sid } = first
  expect(await owner.call(block, { sid, phoneNumbers: [mobile, newPhone()] })).toFail('NotMerged')
  expect(await owner.call(block, { sid, phoneNumbers: [] })).toFail('InvalidInput')
  expect(blocks(ok(await bySid(owner, sid)).data)).toEqual([false, false])

  expect(blocks(ok(await owner.call(block, { sid, phoneNumbers: [work] })).data)).toEqual([false, true])
  const all = ok(await owner.call(block, { sid })).data
  expect(blocks(all)).toEqual([true, true])
  // With all numbers blocked, no one is waiting.
  expect(all.attributes.needsAnswerSince).toBeNull()
  expect(blocks(ok(await owner.call(unblock, { sid, phoneNumbers: [mobile] })).data)).toEqual([false, true])

  const run = async (start: Promise<unknown>) => {
    const { data } = ok(await start) as { data: { id: string } }
    await instance.idle()
    return data
  }
  const other = await tenant.textFrom(newPhone(), 'Hello')
  const bulk = { change: 'block' as const, sids: [sid, other.sid] }
  const action = await run(owner.call(contract.bulkActions.start, bulk))
  expect(blocks(ok(await bySid(owner, sid)).data)).toEqual([true, true])
  await run(owner.call(contract.bulkActions.undo, { id: action.id }))
  // Numbers blocked before stay blocked.
  expect(blocks(ok(await bySid(owner, sid)).data)).toEqual([false, true])
  expect(ok(await bySid(owner, other.sid)).data.contact.isBlocked).toBe(false)
  expect(blocks(ok(await owner.call(unblock, { sid })).data)).toEqual([false, false])
  expect(instance.errors).toEqual([])
})

test('messages are visible to those who see the surviving conversation, and no one else', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const phone = newPhone()
  const first = await tenant.textFrom(phone, 'here')
  const second = await tenant.textFrom(phone, 'there', { to: tenant.numbers[1] ?? '' })
  const [atHome, away] = [
    await tenant.createUser('Manager', { locationIds: [here] }),
    await tenant.createUser('Manager', { locationIds: [there] }),
  ]
  ok(await merge(tenant.owner, second, first))
  expect(bodies(await tenant.messagesOf(first, atHome))).toEqual(['here', 'there'])
  expect(await bySid(away, second.sid)).toFail('ConversationNotFound')
  expect(await tenant.list(away)).toEqual([])
  expect(ok(await away.call(contract.messageSearch.search, { text: 'there' })).data.hits).toEqual([])
  expect(await stats(away)).toMatchObject({ totalOpen: 0 })
  const { restored } = ok(await unmerge(tenant.owner, first, second)).data
  expect(restored?.attributes.locationID).toBe(there)
  expect(bodies(await tenant.messagesOf(second, away))).toEqual(['there'])
})

test('deleting a contact deletes only their part', async () => {
  const tenant = await instance.createTenant()
  const { first, second } = await twoPhones(tenant)
  const { owner } = tenant
  ok(await merge(owner, second, first))
  ok(await owner.call(contract.contacts.remove, { id: second.contact.id }))
  expect(bodies(await tenant.messagesOf(first))).toEqual(['m1', 'm2', 'm3'])
  expect(await bySid(owner, second.sid)).toFail('ConversationNotFound')
})

test('merging covers every table that references conversations', async () => {
  const { rows } = await instance.server.database.owner.query<{ name: string }>(
    `select distinct r.relname as name from pg_constraint k join pg_class r on r.oid = k.conrelid
     where k.contype = 'f' and k.confrelid = 'public.conversations'::regclass order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'conversation_drafts',
    'conversation_unread_marks',
    'merged_conversations',
    'messages',
    'notifications',
    'scheduled_messages',
    'short_links',
  ])
})
