import { type Conversation, contract } from '@frontdesk/contract/api'
import { fromSid, MERGE_MESSAGES_MAX, MERGED_MAX } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ApiFailure, ok } from '../../testing/client.ts'
import { bodies, bySid, indexes, merge, send, stats, twoPhones, unmerge, upTo } from '../../testing/merging.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

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
