import { type Campaign, contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shift, systemClock } from '../../platform/clock.ts'
import { ok } from '../../testing/client.ts'
import { countUnread, listNotifications } from '../../testing/notifications.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import { newPhone, startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'
import { START_SCHEDULED_CAMPAIGN } from '../campaigns/start-spec.ts'
import { countUnreadByUser } from './list.ts'
import { findMembers } from './members.ts'

const { campaigns, contacts, notifications, sending, team } = contract

let instance: TestInstance
const clock = createNoonClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const HOUR_MS = 3_600_000

const listOf = async (person: TestUser) => {
  await instance.idle()
  return (await listNotifications(person)).map(({ kind, title, body, isRead, campaignID }) => ({
    ...{ kind, title, body, isRead, campaignID },
  }))
}

const save = async (person: TestUser, locationID: string | null = null) =>
  ok(await person.call(campaigns.save, { name: 'Spring offer', text: 'Hi', locationID, audience: { criteria: {} } }))
    .data

const start = async (person: TestUser, { id, version }: Campaign, time: { scheduledOnUtc?: string } = {}) =>
  ok(await person.call(campaigns.start, { id, version, ...time })).data

test('a campaign that needs an approval notifies those who can give it, until it is decided', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const author = await tenant.createUser('Manager', { locationIds: [first] })
  const colleague = await tenant.createUser('Manager', { locationIds: [first] })
  const elsewhere = await tenant.createUser('Manager', { locationIds: [second] })
  const member = await tenant.createUser('TeamMember', { locationIds: [first] })
  const permission = 'campaigns_send_bulk_messages'
  ok(await owner.call(team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  ok(await owner.call(sending.saveSettings, { approvalAbove: 0 }))
  ok(await owner.call(contacts.add, { name: 'Maya Chen', phone: newPhone(), locationID: first }))
  const waiting = await start(author, await save(author, first))
  const notification = {
    kind: 'campaign-to-approve',
    title: 'Spring offer',
    body: author.auth.displayName,
    isRead: false,
    campaignID: waiting.id,
  }
  for (const person of [owner, colleague]) expect(await listOf(person)).toEqual([notification])
  for (const person of [author, elsewhere, member]) expect(await listOf(person)).toEqual([])
  expect(await countUnread(colleague)).toBe(1)
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const counts = await countUnreadByUser(tx, await findMembers(tx))
    expect([owner, colleague, elsewhere].map(({ auth }) => counts.get(auth.userId))).toEqual([1, 1, 0])
  })
  // Read with the others of its location.
  ok(await colleague.call(notifications.markAllRead, { locationIDs: [first] }))
  expect(await countUnread(colleague)).toBe(0)

  const draft = ok(await author.call(campaigns.stop, { id: waiting.id })).data
  expect(await listOf(owner)).toEqual([{ ...notification, isRead: true }])
  const restarted = await start(author, draft)
  expect((await listOf(owner))[0]).toEqual(notification)
  ok(await owner.call(campaigns.approve, { id: restarted.id, version: restarted.version }))
  expect((await listOf(colleague)).every(({ isRead }) => isRead)).toBe(true)
})

test('a campaign that missed its time notifies its author, once, until it is sent', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const author = await tenant.createUser('Manager')
  ok(await owner.call(contacts.add, { name: 'Maya Chen', phone: newPhone() }))
  const draft = await save(author)
  await start(author, draft, { scheduledOnUtc: shift(clock.now(), HOUR_MS) })
  clock.advance(2 * HOUR_MS)
  await instance.runDelayedJobs(START_SCHEDULED_CAMPAIGN)
  const notification = {
    kind: 'campaign-not-sent',
    title: 'Spring offer',
    body: '',
    isRead: false,
    campaignID: draft.id,
  }
  expect(await listOf(author)).toEqual([notification])
  expect(await listOf(owner)).toEqual([])
  const { data } = ok(await author.call(campaigns.get, { id: draft.id }))
  await start(author, data)
  expect(await listOf(author)).toEqual([{ ...notification, isRead: true }])
})
