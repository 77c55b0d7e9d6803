import { contract } from '@frontdesk/contract/api'
import { BULK_CHANGES, type BulkChange, fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import type { TenantTx } from '../../platform/database/database.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { findPerson } from '../accounts/index.ts'
import { unreadChange } from '../attention/index.ts'
import { startChange } from '../changes/index.ts'
import { findStates } from './apply-change.ts'
import { CHANGES } from './changes.ts'

const instance = await sharedTestInstance()

interface Case {
  /** Inputs of bulk actions besides the conversations. */
  input?: (member: TestUser) => object
  /** Brings a conversation that has one unread text into the state before the change. */
  prepare?: (owner: TestUser, sid: string) => Promise<unknown>
  one: (owner: TestUser, sid: string, member: TestUser) => Promise<unknown>
  /** Refused to a rule of the business. */
  isForTeammates?: boolean
}

const { attention, conversations } = contract

const CASES = {
  close: { one: async (owner, sid) => ok(await owner.call(conversations.close, { sid })) },
  open: {
    prepare: async (owner, sid) => ok(await owner.call(conversations.close, { sid })),
    one: async (owner, sid) => ok(await owner.call(conversations.open, { sid })),
  },
  folder: {
    input: () => ({ folderKey: 'reviews' }),
    one: async (owner, sid) => ok(await owner.call(contract.folders.change, { sid, folderKey: 'reviews' })),
  },
  assign: {
    input: (member) => ({ toUserID: member.auth.userId }),
    one: async (owner, sid, member) =>
      ok(await owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId })),
  },
  status: {
    input: () => ({ statusKey: 'won' }),
    one: async (owner, sid) => ok(await owner.call(contract.contactStatuses.change, { sid, statusKey: 'won' })),
  },
  read: {
    // Opening a conversation also records who has seen the last message; here the owner has seen it before.
    prepare: async (owner, sid) => {
      ok(await owner.call(attention.markRead, { sid, upToIndex: 100 }))
      ok(await owner.call(attention.markUnread, { sid }))
      await bulk(owner, 'unread', [sid])
    },
    one: async (owner, sid) => ok(await owner.call(attention.markRead, { sid, upToIndex: 100 })),
  },
  unread: {
    prepare: async (owner, sid) => ok(await owner.call(attention.markRead, { sid, upToIndex: 100 })),
    // There is no endpoint for it.
    one: ({ auth }, sid) =>
      instance.server.services.inTenant(auth, async (tx) => {
        const by = await findPerson(tx, auth.userId)
        if (!by) throw new Error('The owner exists.')
        await unreadChange.apply(startChange(instance.server.services, tx, { by }), [fromSid(sid)], {})
      }),
  },
  handled: { one: async (owner, sid) => ok(await owner.call(attention.handled, { sid })) },
  snooze: {
    input: () => ({ until: null }),
    one: async (owner, sid) => ok(await owner.call(attention.snooze, { sid, until: null })),
  },
  unsnooze: {
    prepare: async (owner, sid) => ok(await owner.call(attention.snooze, { sid, until: null })),
    one: async (owner, sid) => ok(await owner.call(attention.unsnooze, { sid })),
  },
  block: { one: async (owner, sid) => ok(await owner.call(conversations.block, { sid })), isForTeammates: true },
} satisfies Record<BulkChange, Case>

async function bulk(person: TestUser, change: string, sids: string[], input: object = {}): Promise<string> {
  const { id } = ok(await person.call(contract.bulkActions.start, { change, sids, ...input } as never)).data
  await instance.idle()
  return id
}

async function undo(person: TestUser, id: string): Promise<void> {
  ok(await person.call(contract.bulkActions.undo, { id }))
  await instance.idle()
}

/** Columns that differ between any two conversations, or depend on the time. */
const OWN = ['id', 'contact_id', 'phone_number_id', 'contact_phone', 'tenant_phone', 'created_at', 'sorted_at']

/** The conversation's row, the updates in its thread and its events after an index and an id. */
async function traceOf(sid: string, after: { index: number; eventId: string }) {
  const { owner } = instance.server.database
  const id = fromSid(sid)
  const read = async (sql: string, ...values: unknown[]) => (await owner.query(sql, [id, ...values])).rows
  const [row] = await read(
    `select to_jsonb(c) - $2::text[] || jsonb_build_object(
       'latest_message_at', latest_message_at is not null, 'assigned_at', assigned_at is not null, 'closed_at', closed_at is not null,
       'needs_answer_since', needs_answer_since is not null
     ) as row,
     (select count(*)::int from conversation_unread_marks k where k.conversation_id = c.id) as marks
     from conversations c where id = $1`,
    OWN,
  )
  return {
    ...row,
    updates: await read(
      `select index, type, is_outgoing, author, author_user_id, data from messages
       where conversation_id = $1 and index > $2 order by index`,
      after.index,
    ),
    events: await read(
      `select type, location_id, to_user_id, audience_user_id, actor_user_id, message_id is not null as "hasMessage",
         data - 'bulkActionId' as data
       from events where conversation_id = $1 and id > $2 order by id`,
      after.eventId,
    ),
  }
}

async function positionOf(sid: string) {
  const { rows } = await instance.server.database.owner.query<{ index: number; eventId: string }>(
    'select latest_index as index, (select max(id) from events) as "eventId" from conversations where id = $1',
    [fromSid(sid)],
  )
  const [position] = rows
  if (!position) throw new Error('The conversation exists.')
  return position
}

/** A business with two locations, whose folders of one key have different names, and a status that closes. */
async function aBusiness(): Promise<Tenant & { member: TestUser }> {
  const tenant = await instance.createTenant({ locations: 2 })
  const [, second = ''] = tenant.locationIds
  const renamed = { locationID: second, folderKey: 'reviews', folderName: 'Ratings' }
  ok(await tenant.owner.call(contract.folders.edit, renamed))
  const statuses = [{ key: 'won', name: 'Won', type: 'closed' as const }]
  ok(await tenant.owner.call(contract.contactStatuses.save, { statuses, version: 0 }))
  return { ...tenant, member: await tenant.createUser('TeamMember') }
}

const business = await aBusiness()

test.each(Object.entries<Case>(CASES))(
  '%s writes the same rows, updates and events for one conversation and for many',
  async (change, { input, prepare, one }) => {
    const { owner, member, numbers, textFrom } = business
    const texts = [...numbers, ...numbers].map((to) => textFrom(newPhone(), 'Hello', { to }))
    const sids = (await Promise.all(texts)).map(({ sid }) => sid)
    for (const sid of sids) await prepare?.(owner, sid)
    const positions = await Promise.all(sids.map(positionOf))
    const [firstSingle = '', secondSingle = '', firstOfMany = '', secondOfMany = ''] = sids
    await one(owner, firstSingle, member)
    await one(owner, secondSingle, member)
    await bulk(owner, change, [firstOfMany, secondOfMany], input?.(member))
    const [first, second, ...many] = await Promise.all(
      sids.map((sid, i) => traceOf(sid, positions[i] ?? { index: 0, eventId: '0' })),
    )
    expect(many).toEqual([first, second])
    expect(first?.events).not.toEqual([])
  },
)

/** Tables of what happened and of what teammates were notified of, whether or not it was undone. */
const LOGS = ['events', 'bulk_actions', 'bulk_action_items', 'audit_entries', 'notifications', 'contact_activities']
/** Columns that count changes, or say when the last one was. */
const COUNTERS = ['version', 'latest_index', 'assigned_at', 'closed_at', 'marked_at']

/** All rows of a tenant by table, except logs and updates in threads; totals are summed. */
async function rowsOf(tenantId: string): Promise<Record<string, object[]>> {
  const { owner } = instance.server.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
     where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'
       and c.table_name <> all ($1)`,
    [LOGS],
  )
  const read = async (table: string): Promise<object[]> => {
    const { rows } = await owner.query<{ row: object }>(
      table === 'conversation_counts'
        ? `select key || jsonb_build_object('n', sum(n)) as row
           from (select to_jsonb(t) - array['id', 'n'] as key, n from conversation_counts t where tenant_id = $1) d
           group by key having sum(n) <> 0 order by key`
        : `select to_jsonb(t) - $2::text[] as row from ${table} t
           where tenant_id = $1 and to_jsonb(t) ->> 'type' is distinct from 'update' order by 1`,
      table === 'conversation_counts' ? [tenantId] : [tenantId, COUNTERS],
    )
    return rows.map(({ row }) => row)
  }
  return Object.fromEntries(await Promise.all(tables.map(async ({ name }) => [name, await read(name)])))
}

/** Makes a change with the values of a bulk action as a rule of the business; returns its undo. */
async function changeByRule(kind: BulkChange, sids: string[], bulkActionId: string): Promise<() => Promise<unknown>> {
  const { inTenant } = instance.server.services
  const ids = sids.map(fromSid)
  const start = (tx: TenantTx) => startChange(instance.server.services, tx, { by: null })
  const prepare = async (tx: TenantTx) => {
    const values = tx.selectFrom('bulkActions').where('tenantId', '=', tx.tenantId).where('id', '=', bulkActionId)
    return CHANGES[kind].prepare(tx, await values.selectAll().executeTakeFirstOrThrow())
  }
  const previous = await inTenant(business, async (tx) => {
    const owner = await findPerson(tx, business.owner.auth.userId)
    if (!owner) throw new Error('The owner exists.')
    const states = await findStates(tx, owner, ids, 'change')
    const { apply } = await prepare(tx)
    await apply(start(tx), ids)
    return states
  })
  return () => inTenant(business, async (tx) => (await prepare(tx)).undo(start(tx), previous))
}

test.each(BULK_CHANGES)('%s is undone for one conversation, for many, and after a rule made it', async (kind) => {
  const { input, prepare, isForTeammates }: Case = CASES[kind]
  const { owner, member, numbers, textFrom, tenantId } = business
  const sids: string[] = []
  for (const to of numbers) sids.push((await textFrom(newPhone(), 'Hello', { to })).sid)
  for (const sid of sids) await prepare?.(owner, sid)
  await instance.idle()
  const before = await rowsOf(tenantId)
  let id = ''
  for (const some of [sids.slice(1), sids]) {
    id = await bulk(owner, kind, some, input?.(member))
    expect(await rowsOf(tenantId)).not.toEqual(before)
    await undo(owner, id)
    expect(await rowsOf(tenantId)).toEqual(before)
  }
  const ruled = changeByRule(kind, sids, id)
  if (isForTeammates) return expect(ruled).rejects.toThrow('by a teammate')
  const undoRule = await ruled
  await instance.idle()
  expect(await rowsOf(tenantId)).not.toEqual(before)
  await undoRule()
  await instance.idle()
  expect(await rowsOf(tenantId)).toEqual(before)
})

test('undoing a block restores the waiting in all conversations with the number', async () => {
  const { owner, numbers, textFrom, tenantId } = business
  const phone = newPhone()
  const [first] = await Promise.all(numbers.map((to) => textFrom(phone, 'Hello', { to })))
  await instance.idle()
  const before = await rowsOf(tenantId)
  await undo(owner, await bulk(owner, 'block', [first?.sid ?? '']))
  expect(await rowsOf(tenantId)).toEqual(before)
})

test('a status that closes leaves a reopened conversation open that already has it, one or many', async () => {
  const { owner, textFrom } = business
  const { sid } = await textFrom(newPhone(), 'Hello')
  const setStatus = async () => ok(await owner.call(contract.contactStatuses.change, { sid, statusKey: 'won' })).data
  expect((await setStatus()).attributes.isClosed).toBe(true)
  ok(await owner.call(conversations.open, { sid }))
  expect((await setStatus()).attributes.isClosed).toBe(false)
  await bulk(owner, 'status', [sid], { statusKey: 'won' })
  expect(ok(await owner.call(conversations.getBySid, { sid })).data.attributes.isClosed).toBe(false)
})

test('a move to another location writes the same for one conversation, for contacts, and when a location is removed', async () => {
  const { owner, createUser, textFrom, locationIds, tenantId } = await instance.createTenant({ locations: 3 })
  const [from = '', other = '', to = ''] = locationIds
  const member = await createUser('TeamMember', { locationIds: [from] })
  const conversations = await Promise.all(Array.from({ length: 6 }, () => textFrom(newPhone(), 'Hello')))
  for (const { sid } of conversations.slice(1))
    ok(await owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId }))
  // The assignee can see neither the old nor the new location now.
  await instance.server.database.owner.query(
    'update user_locations set location_id = $3 where tenant_id = $1 and user_id = $2',
    [tenantId, member.auth.userId, other],
  )
  const positions = await Promise.all(conversations.map(({ sid }) => positionOf(sid)))
  const [unassigned, single, contacts, removal] = [0, 1, 2, 4].map((first, i, starts) =>
    conversations.slice(first, starts[i + 1]),
  )
  for (const { sid } of [...(unassigned ?? []), ...(single ?? [])])
    ok(await owner.call(contract.assignment.changeLocation, { sid, locationID: to }))
  const contactIDs = (contacts ?? []).map(({ contact }) => contact.id)
  ok(await owner.call(contract.contacts.updateLocationList, { contactIDs, locationID: to }))
  expect(removal).toHaveLength(2)
  ok(await owner.call(contract.locations.remove, { id: from, moveToLocationID: to }))

  const [first, second, ...rest] = await Promise.all(
    conversations.map(({ sid }, i) => traceOf(sid, positions[i] ?? { index: 0, eventId: '0' })),
  )
  expect(first?.updates).toMatchObject([{ data: { update: { kind: 'moved' } } }])
  expect(second?.updates).toMatchObject([
    { data: { update: { kind: 'unassigned' } } },
    { data: { update: { kind: 'moved' } } },
  ])
  expect(second?.row).toMatchObject({ location_id: to, to_user_id: null })
  const types = second?.events.map(({ type }: { type: string }) => type)
  expect(types).toEqual(['conversation.left', 'conversation.assigned', 'conversation.left', 'conversation.moved'])
  expect(rest.slice(0, 2)).toEqual([second, second])
  // The location's conversations are too many for updates in each thread.
  const withoutUpdates = {
    ...second,
    row: { ...second?.row, latest_index: positions[4]?.index },
    updates: [],
    events: second?.events.map((event: object) => ({ ...event, hasMessage: false })),
  }
  expect(rest.slice(2)).toEqual([withoutUpdates, withoutUpdates])
})
