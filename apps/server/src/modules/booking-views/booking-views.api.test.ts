import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { bookingViews, views } = contract

const instance = await sharedTestInstance()

const namesOf = async (person: TestUser) =>
  ok(await person.call(bookingViews.getList, undefined)).data.views.map(({ name }) => name)

test('a view of bookings is private until it is shared, live, and keeps only filters of the list', async () => {
  const { owner, createUser } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const search = 'view=all&status=no-show,nonsense&range=custom&from=2026-01-01&size=25&teammate=none&q=may'
  const { id, ...view } = ok(await owner.call(bookingViews.save, { name: ' No-shows ', search })).data
  expect(view).toEqual({
    name: 'No-shows',
    search: 'from=2026-01-01&q=may&range=custom&status=no-show',
    isShared: false,
    isOwn: true,
  })
  expect(await namesOf(member)).toEqual([])
  for (const call of [bookingViews.save, bookingViews.delete])
    expect(await member.call(call, { id, name: 'X', search: '' })).toFail('ViewNotFound')
  expect(await member.call(bookingViews.save, { name: 'Mine', search, isShared: true })).toFail('Forbidden')
  const screen = await connectLive(instance.url, member.auth)
  ok(await owner.call(bookingViews.save, { id, name: 'No-shows', search, isShared: true }))
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'booking-views')
  screen.close()
  expect(await namesOf(member)).toEqual(['No-shows'])
  // Views of the inbox are others.
  expect(await owner.call(views.delete, { id })).toFail('ViewNotFound')
  expect(ok(await owner.call(views.getList, undefined)).data.views).toEqual([])
  expect(ok(await owner.call(bookingViews.delete, { id })).data.views).toEqual([])
})
