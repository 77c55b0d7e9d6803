import { contract, type GroupMessage } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { ok } from '../../testing/client.ts'
import { addContact, addGroup, countAsMany, groupMessage } from '../../testing/groups.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createNoonClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestInstance, type Tenant, type TestInstance, type TestUser } from '../../testing/test-instance.ts'
import { findPerson } from '../accounts/index.ts'
import { countOutcomes, countStates } from './outcomes.ts'

const { assignment, groupMessages, groups, team } = contract

let instance: TestInstance
let clock: TestClock
beforeAll(async () => {
  clock = createNoonClock()
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const HOUR = 3_600_000

const get = async (person: TestUser, id: string): Promise<GroupMessage> =>
  ok(await person.call(groupMessages.get, { id })).data
const statsOf = async (person: TestUser, id: string) => (await get(person, id)).stats

/** A message that was sent to two contacts, whose stored number of recipients is that of a million. */
async function sendGroupMessage(tenant: Tenant) {
  const ann = await addContact(tenant, 'Ann')
  const bob = await addContact(tenant, 'Bob')
  const { sid } = await addGroup(tenant.owner, { contactIDs: [ann.id, bob.id] })
  const { id } = ok(await tenant.owner.call(groups.sendMessage, groupMessage({ groupSid: sid }))).data
  await instance.idle()
  await instance.server.database.owner.query('update group_messages set total = 1000000 where id = $1', [id])
  return { ann, bob, id, sid }
}

test('a group message is counted by a job, which notifies the screens that wait for it', async () => {
  const tenant = await instance.createTenant()
  const { id } = await sendGroupMessage(tenant)
  const screen = await connectLive(instance.url, tenant.owner.auth)
  expect(await statsOf(tenant.owner, id)).toMatchObject({
    recipients: 1_000_000,
    outcomes: { pending: 0, delivered: 0 },
    countedOnUtc: null,
  })
  await screen.waitFor('group-message.changed', ({ groupMessageID }) => groupMessageID === id)
  await instance.idle()
  expect(await statsOf(tenant.owner, id)).toMatchObject({
    recipients: 2,
    outcomes: { delivered: 2 },
    countedOnUtc: expect.any(String),
  })
  const [listed] = ok(await tenant.owner.call(groupMessages.getList, {})).data.messages
  expect(listed?.stats).toMatchObject({ recipients: 2, outcomes: { delivered: 2 } })
  screen.close()
})

test('old counts are returned at once and counted again', async () => {
  const tenant = await instance.createTenant()
  const { ann, bob, id, sid } = await sendGroupMessage(tenant)
  await countAsMany(instance, { id }, () => get(tenant.owner, id))
  const { countedOnUtc } = await statsOf(tenant.owner, id)
  await tenant.textFrom(ann.phone, 'Yes please')
  await tenant.textFrom(bob.phone, 'STOP')
  await instance.idle()
  expect(await statsOf(tenant.owner, id)).toMatchObject({ replied: 0, optedOut: 0, countedOnUtc })
  clock.advance(HOUR)
  expect(await statsOf(tenant.owner, id)).toMatchObject({ replied: 0, optedOut: 0, countedOnUtc })
  await instance.idle()
  expect(await statsOf(tenant.owner, id)).toMatchObject({ replied: 1, optedOut: 1 })
  const group = ok(await tenant.owner.call(groups.getStats, { sid })).data
  expect(group).toMatchObject({ messages: 1, stats: { recipients: 2, replied: 1, optedOut: 1 } })
})

test('each viewer gets the counts of the contacts they see, also after their rights changed', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const { ann, bob, id } = await sendGroupMessage(tenant)
  const member = await tenant.createUser('TeamMember')
  const colleague = await tenant.createUser('TeamMember')
  const sid = (await tenant.conversationWith(ann.phone))?.sid ?? ''
  ok(await owner.call(assignment.change, { sid, toUserID: member.auth.userId }))
  // The number of recipients is not theirs to know.
  expect(await statsOf(member, id)).toMatchObject({ recipients: 0, countedOnUtc: null })
  for (const person of [owner, colleague]) await get(person, id)
  await instance.idle()
  expect(await statsOf(owner, id)).toMatchObject({ recipients: 2 })
  expect(await statsOf(member, id)).toMatchObject({ recipients: 1, outcomes: { delivered: 1 } })
  expect(await statsOf(colleague, id)).toMatchObject({ recipients: 0 })

  const permission = 'convos_view_unassigned_conversations'
  ok(await owner.call(team.setRolePermission, { role: 'TeamMember', permission, isGranted: true }))
  await countAsMany(instance, { id }, () => get(colleague, id))
  expect(await statsOf(colleague, id)).toMatchObject({ recipients: 1 })
  const other = (await tenant.conversationWith(bob.phone))?.sid ?? ''
  ok(await owner.call(assignment.change, { sid: other, toUserID: member.auth.userId }))
  clock.advance(HOUR)
  await countAsMany(instance, { id }, () => get(colleague, id))
  expect(await statsOf(colleague, id)).toMatchObject({ recipients: 0 })
})

test('counts say whether hidden contacts are left out, also stored ones', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [ann, bob] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob')]
  const { sid } = await addGroup(owner, { contactIDs: [ann.id, bob.id] })
  const { id } = ok(await owner.call(groups.sendMessage, groupMessage({ groupSid: sid }))).data
  await instance.idle()
  const member = await tenant.createUser('TeamMember')
  const assign = async (phone: string) => {
    const conversation = await tenant.conversationWith(phone)
    ok(await owner.call(assignment.change, { sid: conversation?.sid ?? '', toUserID: member.auth.userId }))
  }
  await assign(ann.phone)
  const all = { recipients: 2, isPartial: false }
  const some = { recipients: 1, isPartial: true }
  expect([await statsOf(owner, id), await statsOf(member, id)]).toMatchObject([all, some])
  expect(ok(await member.call(groups.getStats, { sid })).data.stats).toMatchObject(some)
  await assign(bob.phone)
  expect(await statsOf(member, id)).toMatchObject(all)
  for (const person of [owner, member]) await countAsMany(instance, { id }, () => get(person, id))
  // The stored number of recipients exceeds the two that exist.
  expect([await statsOf(owner, id), await statsOf(member, id)]).toMatchObject([all, { ...all, isPartial: true }])
})

test('those who see the same share their counts, which are deleted when no one reads them', async () => {
  const tenant = await instance.createTenant()
  const { id } = await sendGroupMessage(tenant)
  const manager = await tenant.createUser('Manager')
  for (const person of [tenant.owner, manager]) await countAsMany(instance, { id }, () => get(person, id))
  const stored = async () => {
    const { rows } = await instance.server.database.owner.query(
      'select requested_at from recipient_counts where tenant_id = $1',
      [tenant.tenantId],
    )
    return rows
  }
  expect(await stored()).toEqual([{ requested_at: null }])
  clock.advance(29 * 24 * HOUR)
  await get(manager, id)
  await instance.idle()
  clock.advance(29 * 24 * HOUR)
  await instance.runJob('clear-old-rows')
  expect(await stored()).toHaveLength(1)
  clock.advance(2 * 24 * HOUR)
  await instance.runJob('clear-old-rows')
  expect(await stored()).toEqual([])
})

test('a request for counts does not fail when the message is deleted meanwhile', async () => {
  const tenant = await instance.createTenant()
  const { id } = await sendGroupMessage(tenant)
  const { owner } = instance.server.database
  const client = await owner.connect()
  await client.query('begin')
  await client.query('delete from group_messages where id = $1', [id])
  const reading = tenant.owner.call(groupMessages.getList, {})
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)
  await client.query('commit')
  client.release()
  ok(await reading)
  expect(ok(await tenant.owner.call(groupMessages.getList, {})).data.messages).toEqual([])
})

test('recipients are listed by outcome and name; where few match, a page continues after those examined', async () => {
  const tenant = await instance.createTenant()
  const { ann, bob, id } = await sendGroupMessage(tenant)
  // Recipients before them, whose contacts were deleted.
  await instance.server.database.owner.query(
    `insert into group_recipients (tenant_id, group_message_id, contact_id, state, reason)
     select $1, $2, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'skipped', 'contact-deleted'
     from generate_series(1, 1200) n`,
    [tenant.tenantId, id],
  )
  const member = await tenant.createUser('TeamMember')
  const sid = (await tenant.conversationWith(ann.phone))?.sid ?? ''
  ok(await tenant.owner.call(assignment.change, { sid, toUserID: member.auth.userId }))
  const list = async (person: TestUser, filter: object) => {
    const { recipients, nextAfter } = ok(await person.call(groupMessages.getRecipients, { id, ...filter })).data
    return { names: recipients.map(({ contact }) => contact?.name ?? null), nextAfter }
  }
  const nothingYet = { names: [], nextAfter: expect.any(String) }
  const first = await list(member, {})
  expect(first).toEqual(nothingYet)
  expect(await list(member, { after: first.nextAfter })).toEqual({ names: ['Ann'], nextAfter: null })
  // Callers neither read nor choose positions, which may be those of hidden contacts; otherwise the list starts over.
  expect(Buffer.from(first.nextAfter ?? '', 'base64url').toString('latin1')).not.toContain('000000001000')
  expect(await list(member, { after: '00000000-0000-4000-8000-000000001000' })).toEqual(nothingYet)
  expect(await list(member, { after: first.nextAfter, hasReplied: false })).toEqual(nothingYet)
  for (const filter of [{ outcome: 'delivered' }, { searchTerm: 'ann' }, { searchTerm: ann.phone.slice(-7) }])
    expect(await list(member, filter)).toEqual({ names: ['Ann'], nextAfter: null })
  expect(await list(tenant.owner, { searchTerm: 'bob' })).toEqual({ names: ['Bob'], nextAfter: null })
  expect(await list(member, { searchTerm: bob.name })).toEqual({ names: [], nextAfter: null })
  expect((await list(tenant.owner, { outcome: 'skipped', pageSize: 3 })).names).toEqual([null, null, null])
  expect(await list(tenant.owner, { hasReplied: true })).toEqual({ names: [], nextAfter: null })
})

test('the people who replied to a message to many are listed by their replies, the newest first, and match the count', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const names = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve', 'Fay']
  const people = new Map<string, { id: string; phone: string }>()
  for (const name of names) people.set(name, await addContact(tenant, name))
  const phoneOf = (name: string) => people.get(name)?.phone ?? ''
  const idOf = (name: string) => people.get(name)?.id ?? ''
  const text = async (name: string, body: string) => {
    clock.advance(1000)
    await tenant.textFrom(phoneOf(name), body)
  }
  const send = async (to: string[]) => {
    clock.advance(1000)
    const { sid: groupSid } = await addGroup(owner, { contactIDs: to.map(idOf) })
    const { id } = ok(await owner.call(groups.sendMessage, groupMessage({ groupSid }))).data
    await instance.idle()
    return id
  }
  await text('Fay', 'Before it was sent')
  const id = await send(names)
  await text('Ann', 'Yes please')
  // Only a text after an opt-out is a reply.
  await text('Bob', 'STOP')
  await text('Bob', 'Sorry, one more thing')
  const later = await send(['Dee'])
  await text('Dee', 'To the later one')
  await text('Eve', 'From a conversation that is merged')
  await text('Ann', 'And thank you')
  const [into, merged] = [await tenant.conversationWith(phoneOf('Cy')), await tenant.conversationWith(phoneOf('Eve'))]
  ok(await owner.call(contract.merging.merge, { sid: merged?.sid ?? '', intoSid: into?.sid ?? '' }))
  await text('Cy', 'To the merged conversation')
  const member = await tenant.createUser('TeamMember')
  const sid = (await tenant.conversationWith(phoneOf('Ann')))?.sid ?? ''
  ok(await owner.call(assignment.change, { sid, toUserID: member.auth.userId }))

  const list = async (person: TestUser, filter: object = {}) => {
    const query = { id, hasReplied: true, ...filter }
    const { recipients, nextAfter } = ok(await person.call(groupMessages.getRecipients, query)).data
    return { names: recipients.map(({ contact }) => contact?.name ?? null), nextAfter }
  }
  const fewer = { all: (await list(owner)).names, own: (await list(member)).names }
  const { replied } = await statsOf(owner, id)
  await instance.server.database.owner.query('update group_messages set total = 1000000 where id = any($1)', [
    [id, later],
  ])
  const all = await list(owner)
  expect(all).toEqual({ names: ['Eve', 'Bob', 'Ann'], nextAfter: null })
  expect(all.names).toHaveLength(replied)
  expect(new Set(all.names)).toEqual(new Set(fewer.all))
  expect(await list(member)).toEqual({ names: fewer.own, nextAfter: null })
  expect(await list(owner, { id: later })).toEqual({ names: ['Dee'], nextAfter: null })
  expect(await list(owner, { hasOptedOut: true })).toEqual({ names: ['Bob'], nextAfter: null })
  expect(await list(owner, { searchTerm: 'ann' })).toEqual({ names: ['Ann'], nextAfter: null })
  const first = await list(owner, { pageSize: 1 })
  const second = await list(owner, { pageSize: 2, after: first.nextAfter })
  expect([first.names, second.names]).toEqual([['Eve'], all.names.slice(1)])
})

test('of a stopped message, counts of all sizes agree on which texts are withdrawn', async () => {
  const tenant = await instance.createTenant()
  const { tenantId, owner } = tenant
  const { id } = await sendGroupMessage(tenant)
  const { database, services } = instance.server
  await database.owner.query("update messages set delivery_status = 'queued' where tenant_id = $1", [tenantId])
  // The carrier has the other one: its report has not been stored yet.
  const withdrawn = `update messages set provider_sid = null where tenant_id = $1 and id = (
    select message_id from group_recipients where group_message_id = $2 limit 1
  )`
  await database.owner.query(withdrawn, [tenantId, id])
  await database.owner.query("update group_messages set state = 'stopped' where id = $1", [id])
  const counts = await services.inTenant({ tenantId }, async (tx) => {
    const viewer = await findPerson(tx, owner.auth.userId)
    if (!viewer) throw new Error('The owner was not found.')
    const range = { groupMessageId: id, after: null, last: null }
    return [(await countOutcomes(tx, viewer, [id])).get(id) ?? [], await countStates(tx, viewer, range)]
  })
  for (const each of counts)
    expect(new Map(each.map(({ outcome, n }) => [outcome, n]))).toEqual(
      new Map([
        ['cancelled', 1],
        ['sent', 1],
      ]),
    )
})

test('recipients who are left when a message is stopped count as cancelled at once', async () => {
  const tenant = await instance.createTenant()
  const ann = await addContact(tenant, 'Ann')
  const bob = await addContact(tenant, 'Bob')
  const quietFrom = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/New_York').with({ hour: 23 })
  clock.goTo(quietFrom)
  const { sid } = await addGroup(tenant.owner, { contactIDs: [ann.id, bob.id] })
  const { id } = ok(await tenant.owner.call(groups.sendMessage, groupMessage({ groupSid: sid }))).data
  await instance.idle()
  await countAsMany(instance, { id }, () => get(tenant.owner, id))
  const { outcomes, heldUntil } = await statsOf(tenant.owner, id)
  expect(outcomes).toMatchObject({ held: 2 })
  expect(heldUntil).not.toBeNull()
  const stopped = ok(await tenant.owner.call(groupMessages.stop, { id })).data
  expect(stopped.stats).toMatchObject({ outcomes: { held: 0, cancelled: 2 }, reasons: [], heldUntil: null })
})
