import { contract, type Message } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { assignment, conversations } = contract

const instance = await sharedTestInstance()

const updateOf = ({ attributes }: Message) => (attributes.type === 'update' ? attributes.update : null)
const lastOf = async (tenant: Tenant, sid: string) => (await tenant.messagesOf({ sid })).at(-1)

test('assigning with a note adds the update, and reaches both screens, the list and the new assignee’s notifications', async () => {
  const tenant = await instance.createTenant()
  const ann = await tenant.createUser('TeamMember')
  const { sid } = await tenant.textFrom(newPhone(), 'Hi')
  const annsScreen = await connectLive(instance.url, ann.auth)
  const ownersScreen = await connectLive(instance.url, tenant.owner.auth)
  const { data } = ok(
    await tenant.owner.call(assignment.change, { sid, toUserID: ann.auth.userId, note: 'She asked for you' }),
  )
  expect(data?.attributes.toUserID).toBe(ann.auth.userId)
  const { message } = await annsScreen.waitFor('message.created', ({ conversation }) => conversation.sid === sid)
  expect(updateOf(message)).toEqual({ kind: 'assigned', value: 'TeamMember Person', note: 'She asked for you' })
  expect(await tenant.list(ann)).toHaveLength(1)
  await annsScreen.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 1)

  // A member who unassigns it can no longer see it, and it disappears from their open screen.
  const bea = await tenant.createUser('TeamMember')
  expect(ok(await ann.call(assignment.change, { sid, toUserID: null })).data).toBeNull()
  ok(await tenant.owner.call(assignment.change, { sid, toUserID: bea.auth.userId }))
  await annsScreen.waitFor('conversation.gone', (event) => event.sid === sid)
  expect(await ann.call(conversations.getBySid, { sid })).toFail('ConversationNotFound')
  expect(await ann.call(assignment.change, { sid, toUserID: null })).toFail('ConversationNotFound')
  annsScreen.close()
  // Users who see conversations of every assignee keep it.
  await ownersScreen.waitFor(
    'message.created',
    ({ conversation }) => conversation.attributes.toUserID === bea.auth.userId,
  )
  expect(ownersScreen.received.filter(({ type }) => type === 'conversation.gone')).toEqual([])
  ownersScreen.close()
  expect(instance.errors).toEqual([])
})

test('a note to the current assignee is added and notified; assigning again without one writes nothing', async () => {
  const tenant = await instance.createTenant()
  const ann = await tenant.createUser('TeamMember')
  const { sid } = await tenant.textFrom(newPhone(), 'Hi')
  const assign = async (toUserID: string | null, note?: string) =>
    ok(await tenant.owner.call(assignment.change, { sid, toUserID, ...(note && { note }) }))
  await assign(ann.auth.userId)
  await instance.idle()
  const screen = await connectLive(instance.url, ann.auth)
  const lines = (await tenant.messagesOf({ sid })).length
  await assign(ann.auth.userId)
  await assign(ann.auth.userId, '\u200b')
  expect(await tenant.messagesOf({ sid })).toHaveLength(lines)
  await assign(ann.auth.userId, 'She asked for you again')
  const { message } = await screen.waitFor('message.created')
  const line = { kind: 'assigned', value: 'TeamMember Person', note: 'She asked for you again' }
  expect(updateOf(message)).toEqual(line)
  await screen.waitFor('notifications.changed')
  screen.close()
  const last = await lastOf(tenant, sid)
  expect(last && updateOf(last)).toEqual(line)
  // A request repeated because its response was lost writes nothing; another note does.
  await assign(ann.auth.userId, 'She asked for you again')
  expect(await lastOf(tenant, sid)).toEqual(last)
  await assign(ann.auth.userId, 'And again')
  expect((await lastOf(tenant, sid))?.index).toBe((last?.index ?? 0) + 1)

  await assign(null)
  await assign(null, 'Whoever is in tomorrow')
  const queued = await lastOf(tenant, sid)
  expect(queued && updateOf(queued)).toEqual({ kind: 'unassigned', value: null, note: 'Whoever is in tomorrow' })
  expect(instance.errors).toEqual([])
})

test('of two teammates who claim a conversation at once one gets it, and the other gets AlreadyAssigned', async () => {
  const tenant = await instance.createTenant()
  const people = await Promise.all([tenant.createUser('Manager'), tenant.createUser('Manager')])
  const { sid } = await tenant.textFrom(newPhone(), 'Hi')
  const answers = await Promise.all(
    people.map((person) => person.call(assignment.change, { sid, toUserID: person.auth.userId, isClaim: true })),
  )
  const won = answers.findIndex((answer) => 'success' in answer)
  expect(answers[1 - won]).toFail('AlreadyAssigned')
  const now = ok(await tenant.owner.call(conversations.getBySid, { sid })).data
  expect(now.attributes.toUserID).toBe(people[won]?.auth.userId)
  // The assignee may claim it again.
  const winner = people[won] ?? tenant.owner
  ok(await winner.call(assignment.change, { sid, toUserID: winner.auth.userId, isClaim: true }))
  expect((await lastOf(tenant, sid))?.index).toBe(2)
})

test('only teammates who may see the location can be assigned a conversation', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', elsewhere = ''] = tenant.locationIds
  const near = await tenant.createUser('TeamMember', { locationIds: [here] })
  const far = await tenant.createUser('TeamMember', { locationIds: [elsewhere] })
  const { sid } = await tenant.textFrom(newPhone(), 'Hi')
  const { assignees } = ok(await tenant.owner.call(assignment.getList, { sid })).data
  expect(assignees.map(({ userID }) => userID).toSorted()).toEqual(
    [tenant.owner.auth.userId, near.auth.userId].toSorted(),
  )
  expect(await tenant.owner.call(assignment.change, { sid, toUserID: far.auth.userId })).toFail('AssigneeUnknown')
  expect(await tenant.owner.call(assignment.change, { sid, toUserID: crypto.randomUUID() })).toFail('AssigneeUnknown')
  ok(await tenant.owner.call(assignment.change, { sid, toUserID: near.auth.userId }))
  const after = ok(await tenant.owner.call(assignment.getList, { sid })).data.assignees
  expect(after.find(({ userID }) => userID === near.auth.userId)?.openConversations).toBe(1)
  ok(await tenant.owner.call(contract.attention.snooze, { sid, until: null }))
  const { assignees: relieved } = ok(await tenant.owner.call(assignment.getList, { sid })).data
  expect(relieved.find(({ userID }) => userID === near.auth.userId)?.openConversations).toBe(0)
})

test('a conversation that moves takes its contact along, and disappears for users without the new location', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', elsewhere = ''] = tenant.locationIds
  const near = await tenant.createUser('TeamMember', { locationIds: [here] })
  const { sid } = await tenant.textFrom(newPhone(), 'Hi')
  ok(await tenant.owner.call(assignment.change, { sid, toUserID: near.auth.userId }))
  const screen = await connectLive(instance.url, near.auth)
  // Users who cannot see a location cannot move anything there.
  expect(await near.call(assignment.changeLocation, { sid, locationID: elsewhere })).toFail('LocationNotFound')
  const { data } = ok(await tenant.owner.call(assignment.changeLocation, { sid, locationID: elsewhere }))
  expect(data).toMatchObject({
    attributes: { locationID: elsewhere, toUserID: null },
    contact: { locationID: elsewhere },
  })
  await screen.waitFor('conversation.gone', (event) => event.sid === sid)
  screen.close()
  const lines = (await tenant.messagesOf({ sid })).flatMap((message) => updateOf(message)?.kind ?? [])
  expect(lines).toEqual(['assigned', 'unassigned', 'moved'])
  const stats = ok(await tenant.owner.call(conversations.getStats, {})).data
  expect(stats.totals.byLocation).toEqual({ [elsewhere]: 1 })
  expect(stats.totals.byUser).toEqual({})
  const activities = ok(await tenant.owner.call(conversations.getActivities, { sid })).data
  expect(activities.items.map((message) => updateOf(message)?.kind)).toEqual(['moved', 'unassigned', 'assigned'])
})

test('assigning to others takes the same permission one by one, in bulk and when starting a conversation', async () => {
  const tenant = await instance.createTenant()
  const colleague = (await tenant.createUser('TeamMember')).auth.userId
  const start = { contactName: '', tenantPhoneNumber: tenant.numbers[0] ?? '', locationID: tenant.locationIds[0] ?? '' }
  for (const role of ['TeamMember', 'Manager'] as const) {
    const person = await tenant.createUser(role)
    const { sid } = await tenant.textFrom(newPhone(), 'Hi')
    ok(await tenant.owner.call(assignment.change, { sid, toUserID: person.auth.userId }))
    const toUserID = colleague
    for (const answer of [
      await person.call(assignment.change, { sid, toUserID }),
      await person.call(contract.bulkActions.start, { change: 'assign', sids: [sid], toUserID }),
      await person.call(conversations.getSetSms, { ...start, contactPhoneNumber: newPhone(), toUserID }),
    ]) {
      if (role === 'TeamMember') expect(answer).toFail('ConversationsUnassignable')
      else ok(answer)
    }
    const conversation = await tenant.textFrom(newPhone(), 'Hi')
    ok(await tenant.owner.call(assignment.change, { sid: conversation.sid, toUserID: person.auth.userId }))
    ok(await person.call(contract.bulkActions.start, { change: 'assign', sids: [conversation.sid], toUserID: null }))
  }
})
