import { type BulkAction, contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { runBulkAction } from './run-bulk-action.job.ts'

const { start, getList, stop, undo, closeBulk, openBulk } = contract.bulkActions

const instance = await sharedTestInstance()

async function withTexts(n: number): Promise<Tenant & { sids: string[] }> {
  const tenant = await instance.createTenant()
  const sids: string[] = []
  for (let i = 0; i < n; i++) sids.push((await tenant.textFrom(newPhone(), `Text ${i}`)).sid)
  return { ...tenant, sids }
}

/** Starts a bulk action and waits until it has ended. */
async function run(person: TestUser, input: object): Promise<BulkAction> {
  const { id } = ok(await person.call(start, input as never)).data
  return ended(person, id)
}

async function ended(person: TestUser, id: string): Promise<BulkAction> {
  await instance.idle()
  const action = ok(await person.call(getList, undefined)).data.actions.find((one) => one.id === id)
  if (!action) throw new Error('The action is not listed.')
  return action
}

const stats = async (person: TestUser) => ok(await person.call(contract.conversations.getStats, {})).data

test('changes everything that matches, not only a page, with progress on the starter’s screens; undo restores it', async () => {
  const { owner, createUser, sids, list, messagesOf } = await withTexts(6)
  const manager = await createUser('Manager')
  const screen = await connectLive(instance.url, manager.auth)
  const [first = '', second = ''] = sids
  ok(await owner.call(contract.conversations.close, { sid: first }))
  const done = await run(manager, { change: 'close', criteria: { openCloseState: 'all' } })
  expect(done).toMatchObject({ state: 'done', total: 6, done: 6, changed: 5, canUndo: true, isUndo: false })
  await screen.waitFor('bulk-action.changed', ({ action }) => action.id === done.id && action.state === 'done')
  await screen.waitFor('message.created', ({ conversation }) => conversation.sid === second)
  expect(await stats(owner)).toMatchObject({ totalOpen: 0, totalClosed: 6 })
  expect((await messagesOf({ sid: second })).at(-1)).toMatchObject({
    author: 'Manager Person',
    attributes: { update: { kind: 'closed' } },
  })

  // One is reopened in the meantime: the undo leaves it, and what was closed before the action, as it is.
  ok(await owner.call(contract.conversations.open, { sid: second }))
  const back = ok(await manager.call(undo, { id: done.id })).data
  expect(await ended(manager, back.id)).toMatchObject({
    state: 'done',
    isUndo: true,
    total: 5,
    changed: 4,
    canUndo: false,
  })
  expect(await ended(manager, done.id)).toMatchObject({ state: 'undone', canUndo: false })
  expect((await list(owner)).map(({ sid }) => sid).toSorted()).toEqual(sids.slice(1).toSorted())
  expect(await manager.call(undo, { id: done.id })).toFail('BulkActionNotUndoable')
  screen.close()
})

test('folder, assignee, status, unread and block are changed, with names and totals', async () => {
  const { owner, createUser, sids, list } = await withTexts(3)
  const member = await createUser('TeamMember')
  ok(
    await owner.call(contract.contactStatuses.save, {
      statuses: [
        { key: 'lead', name: 'Lead', type: 'OPEN' },
        { key: 'won', name: 'Won', type: 'closed' },
      ],
      version: 0,
    }),
  )
  const changes = async (input: object, after: object) => {
    expect(await run(owner, { ...input, sids })).toMatchObject({ state: 'done', changed: 3 })
    for (const { attributes } of await list(owner, { openCloseState: 'all' })) expect(attributes).toMatchObject(after)
  }
  await changes({ change: 'folder', folderKey: 'reviews' }, { folder: 'reviews', folderName: 'Reviews' })
  const toUserID = member.auth.userId
  await changes({ change: 'assign', toUserID }, { toUserID, toUserName: 'TeamMember Person' })
  await changes({ change: 'status', statusKey: 'lead' }, { statusKey: 'lead', isClosed: false })
  for (const sid of sids) ok(await owner.call(contract.attention.markUnread, { sid }))
  await changes({ change: 'read' }, { unreadMessages: 0, isMarkedUnread: false })
  expect(await run(owner, { change: 'unread', criteria: {} })).toMatchObject({ changed: 3 })
  expect(await stats(owner)).toMatchObject({ totalUnread: 3, totals: { byFolder: { reviews: 3 } } })
  await changes({ change: 'handled' }, { needsAnswerSince: null, isClosed: false })
  await run(owner, { change: 'block', sids })
  expect((await list(owner)).every(({ contact }) => contact.isBlocked)).toBe(true)
  await changes({ change: 'status', statusKey: 'won' }, { statusKey: 'won', isClosed: true })
})

test('the criteria are those of the list, under the same visibility', async () => {
  const { owner, createUser, sids, list } = await withTexts(3)
  const member = await createUser('TeamMember')
  const [first = ''] = sids
  await instance.server.database.owner.query('update conversations set to_user_id = $1 where id = $2', [
    member.auth.userId,
    fromSid(first),
  ])
  expect(await run(member, { change: 'close', criteria: { isClosed: false } })).toMatchObject({ total: 1, changed: 1 })
  expect((await list(owner)).map(({ sid }) => sid)).not.toContain(first)
  expect(await list(owner)).toHaveLength(2)
  expect(await run(owner, { change: 'close', criteria: { searchName: 'nobody at all' } })).toMatchObject({
    total: 0,
    changed: 0,
    canUndo: false,
  })
})

test('hidden conversations, unknown folders and other users’ actions are refused', async () => {
  const { owner, createUser, sids } = await withTexts(1)
  const { owner: stranger } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const [sid = ''] = sids
  expect(await member.call(start, { change: 'close', sids })).toFail('ConversationNotFound')
  expect(await stranger.call(start, { change: 'close', sids })).toFail('ConversationNotFound')
  expect(await stranger.call(closeBulk, { sids })).toFail('ConversationNotFound')
  expect(await owner.call(start, { change: 'folder', sids, folderKey: 'nowhere' })).toFail('FolderNotFound')
  expect(await owner.call(start, { change: 'folder', sids })).toFail('InvalidInput')
  expect(await owner.call(start, { change: 'assign', sids })).toFail('InvalidInput')
  expect(await owner.call(start, { change: 'close' })).toFail('InvalidInput')
  expect(await owner.call(start, { change: 'close', sids, criteria: {} })).toFail('InvalidInput')
  expect(await owner.call(start, { change: 'status', sids, statusKey: 'x' })).toFail('ContactStatusUnknown')
  expect(await owner.call(start, { change: 'assign', sids, toUserID: stranger.auth.userId })).toFail('AssigneeUnknown')
  const invited = {
    name: 'Ann Fisher',
    email: `invited-${crypto.randomUUID()}@example.test`,
    roleName: 'Manager' as const,
  }
  const { id: toUserID } = ok(await owner.call(contract.team.invite, invited))
  expect(await owner.call(start, { change: 'assign', sids, toUserID })).toFail('AssigneeUnknown')
  expect(await member.call(start, { change: 'assign', criteria: {}, toUserID: owner.auth.userId })).toFail(
    'ConversationsUnassignable',
  )
  const { id } = await run(owner, { change: 'close', sids: [sid] })
  for (const other of [member, stranger]) {
    expect(await other.call(undo, { id })).toFail('BulkActionNotFound')
    expect(await other.call(stop, { id })).toFail('BulkActionNotFound')
    expect(ok(await other.call(getList, undefined)).data.actions).toEqual([])
  }
})

test('a few conversations are closed and opened in one request, without a bulk action', async () => {
  const { owner, sids } = await withTexts(2)
  const closed = ok(await owner.call(closeBulk, { sids })).data.conversations
  expect(closed.map(({ attributes }) => attributes.isClosed)).toEqual([true, true])
  ok(await owner.call(openBulk, { sids }))
  expect(await stats(owner)).toMatchObject({ totalOpen: 2, totalClosed: 0 })
})

/** Adds `n` open conversations without messages, beside the first one of a tenant. */
async function addConversations(sid: string, n: number) {
  const { owner: database } = instance.server.database
  // In small batches: a long transaction delays the events of every other test.
  for (let from = 1; from <= n; from += 2000) {
    await database.query(
      `with contact as (
        insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
        select tenant_id, gen_random_uuid(), 'Contact ' || i, '+1415' || (5000000 + i), 'US', location_id, 'sms', now()
        from conversations, generate_series($2::int, $3::int) i where id = $1 returning tenant_id, id, phone
      ), conversation as (
        insert into conversations (tenant_id, id, contact_id, phone_number_id, contact_phone, tenant_phone, location_id, sorted_at, created_at)
        select t.tenant_id, gen_random_uuid(), t.id, c.phone_number_id, t.phone, c.tenant_phone, c.location_id, now(), now()
        from contact t, conversations c where c.id = $1 returning *
      )
      insert into conversation_counts (tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_unread, n)
      select tenant_id, location_id, to_user_id, folder, status_key, is_closed, false, count(*) from conversation group by 1, 2, 3, 4, 5, 6`,
      [fromSid(sid), from, Math.min(from + 1999, n)],
    )
  }
  await database.query('analyze conversations')
}

test('revoking a permission of its starter stops the action, and leaves the rest unchanged', async () => {
  const { owner, createUser, tenantId, sids } = await withTexts(1)
  const manager = await createUser('Manager')
  await addConversations(sids[0] ?? '', 449)
  ok(
    await owner.call(contract.contactStatuses.save, {
      statuses: [{ key: 'lead', name: 'Lead', type: 'OPEN' }],
      version: 0,
    }),
  )
  // The second batch of 200 waits for this lock, after it has checked the starter's rights.
  const holder = await instance.server.database.owner.connect()
  await holder.query('begin')
  await holder.query(
    `select 1 from conversations where id = (select id from conversations where tenant_id = $1 order by id offset 200 limit 1)
     for update`,
    [tenantId],
  )
  const { id } = ok(await manager.call(start, { change: 'status', statusKey: 'lead', criteria: {} })).data
  const getAction = async () =>
    ok(await manager.call(getList, undefined)).data.actions.find((action) => action.id === id)
  await expect.poll(async () => (await getAction())?.done).toBe(200)
  ok(
    await owner.call(contract.team.setRolePermission, {
      role: 'Manager',
      permission: 'contacts_edit',
      isGranted: false,
    }),
  )
  await holder.query('rollback')
  holder.release()
  const action = await ended(manager, id)
  expect(action.state).toBe('stopped')
  expect(action.done).toBeLessThanOrEqual(400)
  const { rows } = await instance.server.database.owner.query(
    `select count(*)::int as n from conversations where tenant_id = $1 and status_key = 'lead'`,
    [tenantId],
  )
  expect(rows).toEqual([{ n: action.changed }])
})

/** 25 batches: enough to be interrupted in the middle. */
const MANY = 5_000

test('5,000 conversations: after a kill it continues where it was, and changes each of them once', async () => {
  const tenant = await withTexts(1)
  const { owner, tenantId, sids } = tenant
  const { owner: database, inTenant } = instance.server.database
  await addConversations(sids[0] ?? '', MANY - 1)
  const { id } = ok(await owner.call(start, { change: 'close', criteria: {} })).data
  let batches = 0
  const dying = {
    ...instance.server.services,
    push: () => {},
    inTenant: (async (scope, work) => {
      batches += 1
      // The process dies in the middle of a batch, which is rolled back.
      return inTenant(scope, async (tx) => {
        const result = await work(tx)
        if (batches === 12) throw new Error('killed')
        return result
      })
    }) as typeof inTenant,
  }
  await runBulkAction.run(dying, { tenantId, id }, { jobId: '0', isLast: false }).catch(() => {})
  await runBulkAction.run(instance.server.services, { tenantId, id }, { jobId: '0', isLast: false })
  const action = await ended(owner, id)
  expect(action).toMatchObject({ state: 'done', total: MANY, done: MANY, changed: MANY })
  expect(await stats(owner)).toMatchObject({ totalOpen: 0, totalClosed: MANY })
  const { rows } = await database.query(
    `select count(*)::int as lines, count(distinct conversation_id)::int as conversations from messages
     where tenant_id = $1 and type = 'update'`,
    [tenantId],
  )
  expect(rows).toEqual([{ lines: MANY, conversations: MANY }])
}, 60_000)
