import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36 Edg/124.0'

const presenceOf = async (asker: TestUser, person: TestUser) =>
  ok(await asker.call(contract.presence.getList, undefined)).data.people.find(
    ({ userID }) => userID === person.auth.userId,
  )

test('a teammate is active, idle, then offline with last seen; signing out is distinguished', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const watching = await connectLive(instance.url, tenant.owner.auth)
  const of = (isActive: boolean) =>
    watching.waitFor(
      'presence.changed',
      ({ presence }) => presence.userID === manager.auth.userId && presence.isActive === isActive,
    )
  expect(await presenceOf(tenant.owner, manager)).toMatchObject({ isActive: false, lastSeen: null, session: null })

  const desk = await connectLive(instance.url, manager.auth, { userAgent: EDGE })
  desk.reportScreen('/settings/profile')
  const { presence } = await of(true)
  expect(presence).toMatchObject({
    tenantID: tenant.tenantId,
    userName: 'Manager Person',
    page: 'settings',
    pageCurrent: '/settings/profile',
    pageFrom: null,
    session: { os: 'Windows', browser: 'Edge', isMobile: false, isApp: false },
    loggedOut: false,
  })
  desk.reportScreen('/settings/profile', { isActive: false })
  await of(false)

  // Two screens are one record; the active one determines its state.
  const phone = await connectLive(instance.url, manager.auth, { userAgent: IPHONE })
  phone.reportScreen('/conversations', { isApp: true })
  await watching.waitFor('presence.changed', (event) => event.presence.sessions.length === 2)
  expect(await presenceOf(tenant.owner, manager)).toMatchObject({
    isActive: true,
    session: { os: 'iOS', browser: 'Safari', isMobile: true, isApp: true },
  })

  phone.close()
  desk.close()
  await watching.waitFor('presence.changed', ({ presence: last }) => last.sessions.length === 0)
  const offline = await presenceOf(tenant.owner, manager)
  expect(offline).toMatchObject({ isActive: false, session: null, loggedOut: false })
  expect(offline?.lastSeen).not.toBeNull()

  const again = await connectLive(instance.url, manager.auth)
  again.reportScreen('/')
  await watching.waitFor('presence.changed', (event) => event.presence.pageCurrent === '/conversations')
  ok(await manager.call(contract.accounts.logout, {}))
  await watching.waitFor('presence.changed', (event) => event.presence.loggedOut)
  again.close()
  watching.close()
})

test('viewers of a conversation are published to those who may see it; the team sees only the area', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const near = await tenant.createUser('Manager', { locationIds: [here] })
  const far = await tenant.createUser('Manager', { locationIds: [there] })
  const [nearLive, farLive, ownerLive] = [
    await connectLive(instance.url, near.auth),
    await connectLive(instance.url, far.auth),
    await connectLive(instance.url, tenant.owner.auth),
  ]
  ownerLive.reportScreen(`/conversations/${sid}?filter=unread`)
  expect(await nearLive.waitFor('viewing')).toMatchObject({
    conversationSid: sid,
    userID: tenant.owner.auth.userId,
    isViewing: true,
  })
  const { presence } = await farLive.waitFor('presence.changed', (event) => event.presence.page === 'conversations')
  expect(JSON.stringify(presence)).not.toContain(sid)
  expect(farLive.received.some(({ type }) => type === 'viewing')).toBe(false)

  const viewers = (person: TestUser) => person.call(contract.presence.getViewers, { sid })
  expect(ok(await viewers(near)).data.viewers).toEqual([
    { userID: tenant.owner.auth.userId, displayName: 'Olive Owner' },
  ])
  expect(await viewers(far)).toFail('ConversationNotFound')

  // A user who may not see it is never listed as a viewer, whatever their screen reports.
  farLive.reportScreen(`/conversations/${sid}`)
  await ownerLive.waitFor('presence.changed', (event) => event.presence.userID === far.auth.userId)
  expect(ok(await viewers(near)).data.viewers).toHaveLength(1)

  ownerLive.reportScreen('/settings')
  await nearLive.waitFor('viewing', ({ isViewing }) => !isViewing)
  expect(ok(await viewers(near)).data.viewers).toEqual([])
  for (const live of [nearLive, farLive, ownerLive]) live.close()
})

test('a viewer is no longer listed once a conversation was assigned to someone else', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const member = await tenant.createUser('TeamMember')
  const assign = (toUserID: string) => tenant.owner.call(contract.assignment.change, { sid, toUserID })
  ok(await assign(member.auth.userId))
  const [live, ownerLive] = [
    await connectLive(instance.url, member.auth),
    await connectLive(instance.url, tenant.owner.auth),
  ]
  live.reportScreen(`/conversations/${sid}`)
  await ownerLive.waitFor('viewing', ({ userID }) => userID === member.auth.userId)
  const viewers = async () => ok(await tenant.owner.call(contract.presence.getViewers, { sid })).data.viewers
  expect(await viewers()).toMatchObject([{ userID: member.auth.userId }])
  ok(await assign(tenant.owner.auth.userId))
  expect(await viewers()).toEqual([])
  for (const connection of [live, ownerLive]) connection.close()
})

test('other businesses receive nothing, and invalid screen data is ignored', async () => {
  const [mine, theirs] = [await instance.createTenant(), await instance.createTenant()]
  const [live, other] = [
    await connectLive(instance.url, mine.owner.auth),
    await connectLive(instance.url, theirs.owner.auth),
  ]
  live.reportScreen('javascript:alert(1)')
  live.reportScreen('x'.repeat(5000))
  live.reportScreen('/settings')
  await live.waitFor('presence.changed')
  expect(other.received).toEqual([])
  expect(ok(await theirs.owner.call(contract.presence.getList, undefined)).data.people).toHaveLength(1)
  live.close()
  other.close()
  expect(instance.errors).toEqual([])
})
