import { type CatchUp, contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { getList, save, delete: remove, count } = contract.views

const instance = await sharedTestInstance()

const namesOf = async (person: TestUser) => ok(await person.call(getList, undefined)).data.views.map(({ name }) => name)

const viewsChanged = (missed: CatchUp) =>
  missed.status === 'ok' && missed.events.some((event) => event.type === 'setting.changed' && event.subject === 'views')

test('a view is private until it is shared; changes are pushed to other screens', async () => {
  const { owner, createUser } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const screen = await connectLive(instance.url, member.auth)
  const { id } = ok(await owner.call(save, { name: ' VIPs ', search: 'folder=reviews&to=me&junk=1&at=3' })).data
  expect(ok(await owner.call(getList, undefined)).data.views).toEqual([
    { id, name: 'VIPs', search: 'folder=reviews&to=me', isShared: false, isOwn: true },
  ])
  expect(await namesOf(member)).toEqual([])
  // Only its owner gets events of a private view, also when catching up.
  const { lastId } = await screen.catchUp(null)
  ok(await owner.call(save, { id, name: 'VIPs', search: 'folder=reviews' }))
  ok(await owner.call(remove, { id: ok(await owner.call(save, { name: 'Other', search: '' })).data.id }))
  expect(viewsChanged(await screen.catchUp(lastId))).toBe(false)
  expect(screen.received).toEqual([])
  const ownScreen = await connectLive(instance.url, owner.auth)
  expect(viewsChanged(await ownScreen.catchUp(lastId))).toBe(true)
  ok(await owner.call(save, { id, name: 'VIPs', search: 'folder=reviews&to=me' }))
  await ownScreen.waitFor('setting.changed', ({ subject }) => subject === 'views')
  ownScreen.close()
  ok(await owner.call(save, { id, name: 'VIPs', search: 'folder=reviews', isShared: true }))
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'views')
  expect(await namesOf(member)).toEqual(['VIPs'])
  ok(await owner.call(remove, { id }))
  expect(await namesOf(member)).toEqual([])
  expect(await owner.call(remove, { id })).toFail('ViewNotFound')
  screen.close()
})

test('counts are those of the viewer, not of the view’s author', async () => {
  const { owner, createUser, textFrom, locationIds } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const { sid } = await textFrom(newPhone(), 'One')
  await textFrom(newPhone(), 'Two')
  await instance.server.database.owner.query('update conversations set to_user_id = $1 where id = $2', [
    member.auth.userId,
    fromSid(sid),
  ])
  const made = async (name: string, search: string) =>
    ok(await owner.call(save, { name, search, isShared: true })).data.id
  // From the maintained totals, and by query: totals don’t include dates.
  const today = await made('Today', 'range=today')
  const myView = await made('Mine today', 'range=today&to=me')
  const old = await made('Last year', 'range=last_year')
  const whenever = await made('No such year', 'range=custom&from=1800-01-01&until=9000-01-01')
  const counts = async (person: TestUser, locationID: string | null = null) =>
    ok(await person.call(count, { locationID })).data.counts
  expect(await counts(owner)).toEqual({ [today]: 2, [myView]: 0, [old]: 0, [whenever]: 2 })
  expect(await counts(member)).toEqual({ [today]: 1, [myView]: 1, [old]: 0, [whenever]: 1 })
  expect(await counts(owner, locationIds[0])).toEqual({ [today]: 2, [myView]: 0, [old]: 0, [whenever]: 2 })
})

test('sharing and changing shared views requires managing settings; private views of others are not found', async () => {
  const { owner, createUser } = await instance.createTenant()
  const { owner: stranger } = await instance.createTenant()
  const member = await createUser('TeamMember')
  expect(await member.call(save, { name: 'Mine', search: '', isShared: true })).toFail('Forbidden')
  const shared = ok(await owner.call(save, { name: 'Ours', search: '', isShared: true })).data.id
  const ownView = ok(await owner.call(save, { name: 'Own', search: '' })).data.id
  for (const person of [member, stranger]) {
    for (const id of [shared, ownView]) {
      expect(await person.call(save, { id, name: 'X', search: '' })).toFail('ViewNotFound')
      expect(await person.call(remove, { id })).toFail('ViewNotFound')
    }
  }
  for (const name of [' ', '\u200b']) expect(await member.call(save, { name, search: '' })).toFail('InvalidInput')
  expect(await member.call(save, { name: 'x', search: 'x'.repeat(2001) })).toFail('InvalidInput')
  for (let n = 0; n < 50; n++) ok(await member.call(save, { name: `View ${n}`, search: '' }))
  expect(await member.call(save, { name: 'One more', search: '' })).toFail('TooManyViews')
})

test('shared views are limited, and everyone still sees all of their own', async () => {
  const { owner, createUser, tenantId } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const ownView = ok(await member.call(save, { name: 'Own', search: '' })).data
  const manager = await createUser('Manager')
  await instance.server.database.owner.query(
    `insert into saved_views (tenant_id, id, list, user_id, name, search, is_shared, created_at)
     select $1, gen_random_uuid(), 'inbox', $2, 'Shared ' || i, '', true, now() from generate_series(1, 99) i`,
    [tenantId, manager.auth.userId],
  )
  const last = ok(await owner.call(save, { name: 'The hundredth', search: '', isShared: true })).data
  const kept = ok(await owner.call(save, { name: 'Kept', search: '' })).data
  expect(await owner.call(save, { name: 'One more', search: '', isShared: true })).toFail('TooManySharedViews')
  expect(await owner.call(save, { ...kept, isShared: true })).toFail('TooManySharedViews')
  ok(await owner.call(save, { ...last, name: 'Renamed' }))
  expect(await namesOf(member)).toHaveLength(101)
  ok(await member.call(save, { ...ownView, name: 'Still own' }))

  // Views shared before the limit existed hide none.
  await instance.server.database.owner.query(
    `insert into saved_views (tenant_id, id, list, user_id, name, search, is_shared, created_at)
     select $1, gen_random_uuid(), 'inbox', $2, 'More ' || i, '', true, now() from generate_series(1, 150) i`,
    [tenantId, manager.auth.userId],
  )
  expect(await namesOf(member)).toContain('Still own')
  ok(await member.call(remove, ownView))
})
