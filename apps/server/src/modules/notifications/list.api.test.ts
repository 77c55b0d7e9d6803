import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { countUnread, listNotifications, startWithPushService, subscribeDevice } from '../../testing/notifications.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone } from '../../testing/test-instance.ts'

const clock = createTestClock()
const { instance, pushService } = await startWithPushService(clock.now)

const api = contract.notifications

test('reading the conversation marks its notifications read for that user only', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const live = await connectLive(instance.url, tenant.owner.auth)
  ok(await tenant.owner.call(contract.attention.markRead, { sid: conversation.sid, upToIndex: 1 }))
  await live.waitFor(
    'notifications.changed',
    ({ readSids, unreadCount }) => readSids.includes(conversation.sid) && unreadCount === 0,
  )
  expect(await listNotifications(tenant.owner, true)).toEqual([])
  expect(await listNotifications(tenant.owner)).toMatchObject([{ isRead: true }])
  expect(await countUnread(manager)).toBe(1)
  // Handling the same event again changes nothing.
  const { rows } = await instance.server.database.owner.query<{ id: string }>(
    'select message_id as id from notifications where tenant_id = $1 limit 1',
    [tenant.tenantId],
  )
  await instance.server.database.owner.query(`select graphile_worker.add_job('notify', $1::json)`, [
    JSON.stringify({
      tenantId: tenant.tenantId,
      events: [
        {
          type: 'message.received',
          conversationId: fromSid(conversation.sid),
          messageId: rows[0]?.id,
          actorUserId: null,
          at: clock.now(),
        },
      ],
    }),
  ])
  await instance.idle()
  expect(await listNotifications(tenant.owner)).toHaveLength(1)
  expect(await listNotifications(manager)).toMatchObject([{ count: 1 }])
  live.close()
})

test('notifications are marked read individually or all at once, only by their owner', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  for (let n = 0; n < 3; n++) await tenant.textFrom(newPhone(), `Text ${n}`)
  const [first] = await listNotifications(tenant.owner)
  const input = { notificationID: first?.notificationID ?? '' }
  expect(await manager.call(api.markRead, input)).toFail('NotificationNotFound')
  expect(ok(await tenant.owner.call(api.markRead, input)).data.unreadCount).toBe(2)
  expect(ok(await tenant.owner.call(api.markRead, input)).data.unreadCount).toBe(2)
  expect(ok(await tenant.owner.call(api.markAllRead, {})).data.unreadCount).toBe(0)
  expect(await countUnread(manager)).toBe(3)
})

test('the list is paginated and rejects a cursor of another list', async () => {
  const tenant = await instance.createTenant()
  for (let n = 0; n < 5; n++) await tenant.textFrom(newPhone(), `Text ${n}`)
  const bodies: string[] = []
  let cursor: string | undefined
  do {
    const page = ok(await tenant.owner.call(api.getList, { pageSize: 2, ...(cursor && { cursor }) }))
    bodies.push(...page.data.notifications.map(({ body }) => body))
    cursor = page.paging.nextCursor ?? undefined
  } while (cursor)
  expect(bodies).toEqual(['Text 4', 'Text 3', 'Text 2', 'Text 1', 'Text 0'])
  for (const wrong of ['nonsense', `0000-01-01T00:00:00.000Z|${crypto.randomUUID()}`])
    expect(await tenant.owner.call(api.getList, { cursor: wrong })).toFail('InvalidInput')
})

test('notifications are listed and marked read by location', async () => {
  const { owner, locationIds, numbers, textFrom } = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = locationIds
  await textFrom(newPhone(), 'At the first', { to: numbers[0] ?? '' })
  await textFrom(newPhone(), 'At the second', { to: numbers[1] ?? '' })
  await instance.idle()
  const at = async (locationIDs?: string[]) =>
    ok(await owner.call(api.getList, { ...(locationIDs && { locationIDs }) })).data.notifications.map(
      ({ body, locationID, isRead }) => ({ body, locationID, isRead }),
    )
  expect(await at()).toHaveLength(2)
  expect(await at([])).toEqual([])
  expect(await at([there])).toEqual([{ body: 'At the second', locationID: there, isRead: false }])
  expect(ok(await owner.call(api.markAllRead, { locationIDs: [there] })).data.unreadCount).toBe(1)
  expect(await at([there])).toMatchObject([{ isRead: true }])
  expect(await at([here])).toMatchObject([{ body: 'At the first', isRead: false }])
  expect(ok(await owner.call(api.markAllRead, {})).data.unreadCount).toBe(0)
})

test('the unread count is updated when conversations are merged, deleted or become invisible', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const [first, second] = [await tenant.textFrom(newPhone(), 'One'), await tenant.textFrom(newPhone(), 'Two')]
  await instance.idle()
  expect(await countUnread(tenant.owner)).toBe(2)
  const [live, memberLive] = [
    await connectLive(instance.url, tenant.owner.auth),
    await connectLive(instance.url, member.auth),
  ]
  ok(await tenant.owner.call(contract.merging.merge, { sid: first.sid, intoSid: second.sid }))
  await live.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 1)

  ok(await tenant.owner.call(contract.assignment.change, { sid: second.sid, toUserID: member.auth.userId }))
  await memberLive.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 1)
  ok(await tenant.owner.call(contract.assignment.change, { sid: second.sid, toUserID: tenant.owner.auth.userId }))
  await memberLive.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 0)
  expect(await countUnread(member)).toBe(0)

  ok(await tenant.owner.call(contract.conversations.remove, { sid: second.sid }))
  await live.waitFor(
    'notifications.changed',
    ({ unreadCount, readSids }) => unreadCount === 0 && readSids.includes(second.sid),
  )
  live.close()
  memberLive.close()
})

test('cleanup deletes read notifications after 90 days, unread ones after 180, and devices of ended sessions', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const { device } = await subscribeDevice(pushService, tenant.owner)
  await subscribeDevice(pushService, manager)
  await tenant.textFrom(newPhone(), 'Unread, old')
  const read = await tenant.textFrom(newPhone(), 'Read, old')
  await tenant.textFrom(newPhone(), 'Unread, very old')
  const fresh = await tenant.textFrom(newPhone(), 'Read, fresh')
  const age = (body: string, days: number) =>
    instance.server.database.owner.query(
      `update notifications set updated_at = $1::timestamptz - make_interval(days => $2),
         read_at = case when body like 'Read%' then $1::timestamptz - make_interval(days => $2) end
       where tenant_id = $3 and user_id = $4 and body = $5`,
      [clock.now(), days, tenant.tenantId, tenant.owner.auth.userId, body],
    )
  for (const [body, days] of [
    ['Unread, old', 91],
    ['Read, old', 91],
    ['Unread, very old', 181],
    ['Read, fresh', 89],
  ] as const) {
    await age(body, days)
  }
  ok(await manager.call(contract.accounts.logout, {}))
  for (let run = 0; run < 2; run++) await instance.runJob('clear-old-rows')
  const remaining = await listNotifications(tenant.owner)
  expect(remaining.map(({ body }) => body).toSorted()).toEqual(['Read, fresh', 'Unread, old'])
  expect(remaining.map(({ conversationSid }) => conversationSid)).toContain(fresh.sid)
  expect(remaining.map(({ conversationSid }) => conversationSid)).not.toContain(read.sid)
  const { rows } = await instance.server.database.owner.query(
    'select id from push_subscriptions where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ id: device.deviceID }])
  expect(instance.errors).toEqual([])
})
