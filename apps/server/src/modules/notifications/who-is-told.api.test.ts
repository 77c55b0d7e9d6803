import { contract } from '@frontdesk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { aClock } from '../../testing/clock.ts'
import { aPhone, type House, openHouse, type Tenant } from '../../testing/house.ts'
import { listen } from '../../testing/live.ts'
import { listOf, subscribe, turn, unreadOf } from '../../testing/notifications.ts'
import { startPushService, type TestPushService } from '../../testing/push-service.ts'
import { memberJoined } from '../accounts/events.ts'
import { reassignConversations } from '../assignment/index.ts'

const clock = aClock()
let pushService: TestPushService
let house: House
beforeAll(async () => {
  pushService = await startPushService()
  house = await openHouse({ now: clock.now, env: { PUSH_SERVICE_URL: pushService.origin } })
})
afterAll(async () => {
  await house.close()
  await pushService.close()
})

const api = contract.notifications

const anAssignedText = async (tenant: Tenant, toUserID: string, body = 'For you') => {
  const phone = aPhone()
  ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactPhoneNumber: phone,
      contactName: 'Pat Jones',
      tenantPhoneNumber: tenant.numbers[0] ?? '',
      toUserID,
    }),
  )
  const conversation = await tenant.textFrom(phone, body)
  return { phone, conversation }
}

test('a message is told to those who may see it and want it, once for each conversation, live', async () => {
  const tenant = await house.aTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const near = await tenant.aPerson('Manager', { locationIds: [here] })
  const far = await tenant.aPerson('Manager', { locationIds: [there] })
  const member = await tenant.aPerson('TeamMember')
  const quiet = await tenant.aPerson('Manager')
  for (const channel of ['desktop', 'email', 'mobile-app'] as const) {
    await turn(quiet, `${channel}-new-message-unassigned`, false)
  }
  const live = await listen(house.url, near.auth)
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'First')
  await live.hears('notifications.changed', ({ unreadCount }) => unreadCount === 1)
  await tenant.textFrom(phone, 'Second')
  await expect.poll(() => listOf(near)).toMatchObject([{ count: 2 }])
  for (const person of [tenant.owner, near]) {
    expect(await listOf(person)).toMatchObject([
      { kind: 'new-message-unassigned', conversationSid: sid, title: phone, body: 'Second', count: 2, isRead: false },
    ])
    expect(await unreadOf(person)).toBe(1)
  }
  for (const person of [far, member, quiet]) expect(await listOf(person)).toEqual([])
  live.close()
})

test('what is assigned to somebody is theirs; teammates hear of it only where they asked for it', async () => {
  const tenant = await house.aTenant()
  const member = await tenant.aPerson('TeamMember')
  const curious = await tenant.aPerson('Manager')
  await turn(curious, 'desktop-new-message-others', true)
  const { conversation } = await anAssignedText(tenant, member.auth.userId)
  expect(await listOf(member)).toMatchObject([{ kind: 'new-message', title: 'Pat Jones', body: 'For you' }])
  expect(await listOf(curious)).toMatchObject([{ kind: 'new-message-others', conversationSid: conversation.sid }])
  expect(await listOf(tenant.owner)).toEqual([])
})

test('a conversation that is handed over is told to whoever has it now', async () => {
  const tenant = await house.aTenant()
  const [leaving, taking] = [await tenant.aPerson('TeamMember'), await tenant.aPerson('TeamMember')]
  const { conversation } = await anAssignedText(tenant, leaving.auth.userId, 'My appointment')
  await house.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    reassignConversations(tx, {
      fromUserId: leaving.auth.userId,
      toUserId: taking.auth.userId,
      by: tenant.owner.auth,
      at: clock.now(),
    }),
  )
  await house.settled()
  expect(await listOf(taking)).toMatchObject([
    { kind: 'conversation-assigned', conversationSid: conversation.sid, title: 'Pat Jones', body: 'My appointment' },
  ])
  // Whoever may no longer see it finds nothing of it.
  expect(await listOf(leaving)).toEqual([])
  expect(await unreadOf(leaving)).toBe(0)
})

test('who is given many at once hears of it once, who takes them themselves not at all', async () => {
  const tenant = await house.aTenant()
  const [taking, other] = [await tenant.aPerson('Manager'), await tenant.aPerson('Manager')]
  const phone = await subscribe(pushService, taking)
  await turn(taking, 'email-conversation-assigned', true)
  const sids: string[] = []
  for (let n = 0; n < 3; n++) sids.push((await tenant.textFrom(aPhone(), `Text ${n}`)).sid)
  for (const person of [taking, other]) ok(await person.call(api.markAllRead, {}))
  const assign = async (conversationSids: string[], toUserID: string, by = tenant.owner) => {
    ok(await by.call(contract.bulkActions.start, { change: 'assign', sids: conversationSids, toUserID } as never))
    await house.settled()
  }
  await assign(sids, taking.auth.userId)
  const told = { kind: 'conversation-assigned', conversationSid: null, title: 'Olive Owner', count: 3 }
  expect(await listOf(taking, true)).toMatchObject([told])
  expect(await unreadOf(taking)).toBe(1)
  expect(await listOf(other, true)).toEqual([])
  await house.runLater('push-to-device', { mayHaveRun: true })
  expect(phone.pushes().filter((push) => 'url' in push && push.url === '/conversations?to=me')).toHaveLength(1)
  // One alone is told as itself.
  await assign(sids.slice(0, 1), other.auth.userId)
  expect(await listOf(other, true)).toMatchObject([{ kind: 'conversation-assigned', conversationSid: sids[0] }])
  await assign(sids, tenant.owner.auth.userId)
  expect((await listOf(tenant.owner, true)).filter(({ kind }) => kind === 'conversation-assigned')).toEqual([])
  clock.advance(31 * 60_000)
  await house.runLater('send-notification-digest', { mayHaveRun: true })
  const [mail] = await house.mailsTo(taking.auth.userName)
  expect(mail?.subject).toBe('3 conversations assigned to you')
  expect(mail?.text).toContain('Olive Owner assigned you 3 conversations.')
})

test('a teammate who joins is told to the others once, by push and in the centre, unless it is off', async () => {
  const tenant = await house.aTenant()
  const quiet = await tenant.aPerson('Manager')
  for (const channel of ['desktop', 'mobile-app', 'email'] as const) {
    await turn(quiet, `${channel}-teammate-joined`, false)
  }
  const { pushes } = await subscribe(pushService, tenant.owner)
  const live = await listen(house.url, tenant.owner.auth)
  const joined = await tenant.aPerson('TeamMember')
  for (let time = 0; time < 2; time++) {
    await house.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
      memberJoined.record(tx, { at: clock.now(), actorUserId: joined.auth.userId }),
    )
    await house.settled()
  }
  await live.hears('notifications.changed', ({ unreadCount }) => unreadCount === 1)
  live.close()
  const [news, ...others] = await listOf(tenant.owner)
  expect(others).toEqual([])
  expect(news).toMatchObject({ conversationSid: null, title: 'TeamMember Person', body: '' })
  expect(await unreadOf(tenant.owner)).toBe(1)
  for (const person of [quiet, joined]) expect(await listOf(person)).toEqual([])
  await house.runLater('push-to-device')
  const tag = `NT${news?.notificationID.replaceAll('-', '')}`
  expect(pushes()).toMatchObject([{ type: 'show', title: 'TeamMember Person', tag, url: '/team', badge: 1 }])
  ok(await tenant.owner.call(api.markRead, { notificationID: news?.notificationID ?? '' }))
  await house.settled()
  expect(pushes().at(-1)).toEqual({ type: 'close', tag, badge: 0 })
  expect(house.errors).toEqual([])
})

test('a message that was not delivered is told to whoever wrote it', async () => {
  const tenant = await house.aTenant()
  const manager = await tenant.aPerson('Manager')
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  const lift = await house.fault({ kind: 'fail-send', code: 30003, phone })
  const sent = ok(
    await manager.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Come by at three',
      clientMessageId: crypto.randomUUID(),
    }),
  ).data.message
  await house.settled()
  expect(await listOf(manager)).toContainEqual(
    expect.objectContaining({ kind: 'message-failed', conversationSid: sid, body: 'Come by at three' }),
  )
  expect((await listOf(tenant.owner)).map(({ kind }) => kind)).not.toContain('message-failed')

  const failures = async () =>
    (await listOf(manager)).flatMap(({ kind, isRead }) => (kind === 'message-failed' ? [isRead] : []))
  // A retry that fails notifies again; one that succeeds leaves nothing unread.
  ok(await tenant.owner.call(contract.messages.retry, { sid: sent.sid }))
  await house.settled()
  expect((await failures()).filter((isRead) => !isRead)).toHaveLength(1)
  await lift()
  ok(await tenant.owner.call(contract.messages.retry, { sid: sent.sid }))
  await house.settled()
  expect((await failures()).filter((isRead) => !isRead)).toEqual([])
})

test('a blocked number is told to nobody', async () => {
  const tenant = await house.aTenant()
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await tenant.owner.call(api.markAllRead, {}))
  ok(await tenant.owner.call(contract.conversations.block, { sid }))
  await tenant.textFrom(phone, 'Hello again')
  expect(await unreadOf(tenant.owner)).toBe(0)
})
