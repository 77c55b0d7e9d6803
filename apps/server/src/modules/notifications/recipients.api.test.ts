import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import {
  countUnread,
  listNotifications,
  setNotification,
  startWithPushService,
  subscribeDevice,
} from '../../testing/notifications.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, type Tenant } from '../../testing/test-instance.ts'
import { memberJoined } from '../accounts/events.ts'
import { reassignConversations } from '../assignment/index.ts'
import { notify } from './notify.job.ts'

const clock = createTestClock()
const { instance, pushService } = await startWithPushService(clock.now)

const api = contract.notifications

const anAssignedText = async (tenant: Tenant, toUserID: string, body = 'For you') => {
  const phone = newPhone()
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

test('a message notifies those who may see it and have it enabled, once per conversation, live', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const near = await tenant.createUser('Manager', { locationIds: [here] })
  const far = await tenant.createUser('Manager', { locationIds: [there] })
  const member = await tenant.createUser('TeamMember')
  const quiet = await tenant.createUser('Manager')
  for (const channel of ['desktop', 'email', 'mobile-app'] as const) {
    await setNotification(quiet, `${channel}-new-message-unassigned`, false)
  }
  const live = await connectLive(instance.url, near.auth)
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'First')
  await live.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 1)
  await tenant.textFrom(phone, 'Second')
  await expect.poll(() => listNotifications(near)).toMatchObject([{ count: 2 }])
  for (const person of [tenant.owner, near]) {
    expect(await listNotifications(person)).toMatchObject([
      { kind: 'new-message-unassigned', conversationSid: sid, title: phone, body: 'Second', count: 2, isRead: false },
    ])
    expect(await countUnread(person)).toBe(1)
  }
  for (const person of [far, member, quiet]) expect(await listNotifications(person)).toEqual([])
  live.close()
})

test('a message in an assigned conversation notifies the assignee, and teammates who enabled it', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const subscriber = await tenant.createUser('Manager')
  await setNotification(subscriber, 'desktop-new-message-others', true)
  const { conversation } = await anAssignedText(tenant, member.auth.userId)
  expect(await listNotifications(member)).toMatchObject([{ kind: 'new-message', title: 'Pat Jones', body: 'For you' }])
  expect(await listNotifications(subscriber)).toMatchObject([
    { kind: 'new-message-others', conversationSid: conversation.sid },
  ])
  expect(await listNotifications(tenant.owner)).toEqual([])
})

test('reassigning a conversation notifies the new assignee', async () => {
  const tenant = await instance.createTenant()
  const [previousAssignee, assignee] = [await tenant.createUser('TeamMember'), await tenant.createUser('TeamMember')]
  const { conversation } = await anAssignedText(tenant, previousAssignee.auth.userId, 'My appointment')
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    reassignConversations(tx, {
      fromUserId: previousAssignee.auth.userId,
      toUserId: assignee.auth.userId,
      by: tenant.owner.auth,
      at: clock.now(),
    }),
  )
  await instance.idle()
  expect(await listNotifications(assignee)).toMatchObject([
    { kind: 'conversation-assigned', conversationSid: conversation.sid, title: 'Pat Jones', body: 'My appointment' },
  ])
  // The previous assignee may no longer see the conversation or its notifications.
  expect(await listNotifications(previousAssignee)).toEqual([])
  expect(await countUnread(previousAssignee)).toBe(0)
})

test('a bulk assignment notifies the assignee once, and not the person who assigned to themselves', async () => {
  const tenant = await instance.createTenant()
  const [assignee, other] = [await tenant.createUser('Manager'), await tenant.createUser('Manager')]
  const phone = await subscribeDevice(pushService, assignee)
  await setNotification(assignee, 'email-conversation-assigned', true)
  const sids: string[] = []
  for (let n = 0; n < 3; n++) sids.push((await tenant.textFrom(newPhone(), `Text ${n}`)).sid)
  for (const person of [assignee, other]) ok(await person.call(api.markAllRead, {}))
  const assign = async (conversationSids: string[], toUserID: string, by = tenant.owner) => {
    ok(await by.call(contract.bulkActions.start, { change: 'assign', sids: conversationSids, toUserID } as never))
    await instance.idle()
  }
  await assign(sids, assignee.auth.userId)
  const notification = { kind: 'conversation-assigned', conversationSid: null, title: 'Olive Owner', count: 3 }
  expect(await listNotifications(assignee, true)).toMatchObject([notification])
  expect(await countUnread(assignee)).toBe(1)
  expect(await listNotifications(other, true)).toEqual([])
  await instance.runDelayedJobs('push-to-device', { mayHaveRun: true })
  expect(phone.pushes().filter((push) => 'url' in push && push.url === '/conversations?to=me')).toHaveLength(1)
  // A bulk action on one conversation notifies like a single assignment.
  await assign(sids.slice(0, 1), other.auth.userId)
  expect(await listNotifications(other, true)).toMatchObject([
    { kind: 'conversation-assigned', conversationSid: sids[0] },
  ])
  await assign(sids, tenant.owner.auth.userId)
  expect((await listNotifications(tenant.owner, true)).filter(({ kind }) => kind === 'conversation-assigned')).toEqual(
    [],
  )
  clock.advance(31 * 60_000)
  await instance.runDelayedJobs('send-notification-digest', { mayHaveRun: true })
  const [mail] = await instance.emailsTo(assignee.auth.userName)
  expect(mail?.subject).toBe('3 conversations assigned to you')
  expect(mail?.text).toContain('Olive Owner assigned you 3 conversations.')
})

test('a new teammate notifies the others once, in the list and by push, unless turned off', async () => {
  const tenant = await instance.createTenant()
  const quiet = await tenant.createUser('Manager')
  for (const channel of ['desktop', 'mobile-app', 'email'] as const) {
    await setNotification(quiet, `${channel}-teammate-joined`, false)
  }
  const { pushes } = await subscribeDevice(pushService, tenant.owner)
  const live = await connectLive(instance.url, tenant.owner.auth)
  const joined = await tenant.createUser('TeamMember')
  for (let time = 0; time < 2; time++) {
    await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
      memberJoined.record(tx, { at: clock.now(), actorUserId: joined.auth.userId }),
    )
    await instance.idle()
  }
  await live.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 1)
  live.close()
  const [notification, ...others] = await listNotifications(tenant.owner)
  expect(others).toEqual([])
  expect(notification).toMatchObject({ conversationSid: null, title: 'TeamMember Person', body: '' })
  expect(await countUnread(tenant.owner)).toBe(1)
  for (const person of [quiet, joined]) expect(await listNotifications(person)).toEqual([])
  await instance.runDelayedJobs('push-to-device')
  const tag = `NT${notification?.notificationID.replaceAll('-', '')}`
  expect(pushes()).toMatchObject([{ type: 'show', title: 'TeamMember Person', tag, url: '/team', badge: 1 }])
  ok(await tenant.owner.call(api.markRead, { notificationID: notification?.notificationID ?? '' }))
  await instance.idle()
  expect(pushes().at(-1)).toEqual({ type: 'close', tag, badge: 0 })
  expect(instance.errors).toEqual([])
})

test('a failed message notifies its author', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  const lift = await instance.addFault({ kind: 'fail-send', code: 30003, phone })
  const sent = ok(
    await manager.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Come by at three',
      clientMessageId: crypto.randomUUID(),
    }),
  ).data.message
  await instance.idle()
  expect(await listNotifications(manager)).toContainEqual(
    expect.objectContaining({ kind: 'message-failed', conversationSid: sid, body: 'Come by at three' }),
  )
  expect((await listNotifications(tenant.owner)).map(({ kind }) => kind)).not.toContain('message-failed')

  const failures = async () =>
    (await listNotifications(manager)).flatMap(({ kind, isRead }) => (kind === 'message-failed' ? [isRead] : []))
  // A retry that fails notifies again; one that succeeds leaves nothing unread.
  ok(await tenant.owner.call(contract.messages.retry, { sid: sent.sid }))
  await instance.idle()
  expect((await failures()).filter((isRead) => !isRead)).toHaveLength(1)
  await lift()
  ok(await tenant.owner.call(contract.messages.retry, { sid: sent.sid }))
  await instance.idle()
  expect((await failures()).filter((isRead) => !isRead)).toEqual([])
})

test('a blocked number notifies no one', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await tenant.owner.call(api.markAllRead, {}))
  ok(await tenant.owner.call(contract.conversations.block, { sid }))
  await tenant.textFrom(phone, 'Hello again')
  expect(await countUnread(tenant.owner)).toBe(0)
})

test('a conversation deleted while its notification is stored notifies no one', async () => {
  const tenant = await instance.createTenant()
  const { tenantId } = tenant
  const assignee = await tenant.createUser('TeamMember')
  const { sid } = ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactPhoneNumber: newPhone(),
      tenantPhoneNumber: tenant.numbers[0] ?? '',
    }),
  ).data
  await instance.idle()
  const { database, services } = instance.server
  const conversationId = fromSid(sid)
  await database.owner.query('update conversations set to_user_id = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    conversationId,
    assignee.auth.userId,
  ])
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  const deletion = await database.owner.connect()
  try {
    await deletion.query('begin')
    await deletion.query('delete from conversations where tenant_id = $1 and id = $2', [tenantId, conversationId])
    const event = { type: 'conversation.assigned', conversationId, messageId: null, at: clock.now() }
    const running = notify.run(
      services,
      { tenantId, events: [{ ...event, actorUserId: tenant.owner.auth.userId }] },
      { jobId: '1', isLast: false },
    )
    await expect.poll(async () => (await database.owner.query(waiting)).rowCount).toBe(1)
    await deletion.query('commit')
    await running
  } finally {
    await deletion.query('rollback')
    deletion.release()
  }
  expect(await listNotifications(assignee)).toEqual([])
})
