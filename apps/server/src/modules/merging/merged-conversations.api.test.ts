import { type Conversation, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { bodies, bySid, merge, send, stats, twoPhones, unmerge } from '../../testing/merging.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

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
    'automation_runs',
    // Offers of times end with the merge.
    'booking_offers',
    'conversation_drafts',
    'conversation_unread_marks',
    'merged_conversations',
    'messages',
    'notifications',
    'scheduled_messages',
    'short_links',
  ])
})
