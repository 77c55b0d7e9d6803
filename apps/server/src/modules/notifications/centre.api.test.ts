import { contract, fromSid } from '@frontdesk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { aClock } from '../../testing/clock.ts'
import { aPhone, type House, openHouse } from '../../testing/house.ts'
import { listen } from '../../testing/live.ts'
import { listOf, subscribe, unreadOf } from '../../testing/notifications.ts'
import { startPushService, type TestPushService } from '../../testing/push-service.ts'

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

test('reading the conversation clears it for its reader everywhere, and for nobody else', async () => {
  const tenant = await house.aTenant()
  const manager = await tenant.aPerson('Manager')
  const conversation = await tenant.textFrom(aPhone(), 'Hello')
  const live = await listen(house.url, tenant.owner.auth)
  ok(await tenant.owner.call(contract.attention.markRead, { sid: conversation.sid, upToIndex: 1 }))
  await live.hears(
    'notifications.changed',
    ({ readSids, unreadCount }) => readSids.includes(conversation.sid) && unreadCount === 0,
  )
  expect(await listOf(tenant.owner, true)).toEqual([])
  expect(await listOf(tenant.owner)).toMatchObject([{ isRead: true }])
  expect(await unreadOf(manager)).toBe(1)
  // The same event handled once more changes nothing.
  const { rows } = await house.server.database.owner.query<{ id: string }>(
    'select message_id as id from notifications where tenant_id = $1 limit 1',
    [tenant.tenantId],
  )
  await house.server.database.owner.query(`select graphile_worker.add_job('notify', $1::json)`, [
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
  await house.settled()
  expect(await listOf(tenant.owner)).toHaveLength(1)
  expect(await listOf(manager)).toMatchObject([{ count: 1 }])
  live.close()
})

test('notifications are marked read one by one or all at once, and only by their owner', async () => {
  const tenant = await house.aTenant()
  const manager = await tenant.aPerson('Manager')
  for (let n = 0; n < 3; n++) await tenant.textFrom(aPhone(), `Text ${n}`)
  const [first] = await listOf(tenant.owner)
  const input = { notificationID: first?.notificationID ?? '' }
  expect(await manager.call(api.markRead, input)).toFail('NotificationNotFound')
  expect(ok(await tenant.owner.call(api.markRead, input)).data.unreadCount).toBe(2)
  expect(ok(await tenant.owner.call(api.markRead, input)).data.unreadCount).toBe(2)
  expect(ok(await tenant.owner.call(api.markAllRead, {})).data.unreadCount).toBe(0)
  expect(await unreadOf(manager)).toBe(3)
})

test('the list is read page by page, and refuses a cursor of another list', async () => {
  const tenant = await house.aTenant()
  for (let n = 0; n < 5; n++) await tenant.textFrom(aPhone(), `Text ${n}`)
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
  const { owner, locationIds, numbers, textFrom } = await house.aTenant({ locations: 2 })
  const [here = '', there = ''] = locationIds
  await textFrom(aPhone(), 'At the first', { to: numbers[0] ?? '' })
  await textFrom(aPhone(), 'At the second', { to: numbers[1] ?? '' })
  await house.settled()
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

test('what waits is counted anew when conversations are merged, deleted or taken out of somebody’s sight', async () => {
  const tenant = await house.aTenant()
  const member = await tenant.aPerson('TeamMember')
  const [one, two] = [await tenant.textFrom(aPhone(), 'One'), await tenant.textFrom(aPhone(), 'Two')]
  await house.settled()
  expect(await unreadOf(tenant.owner)).toBe(2)
  const [live, theirs] = [await listen(house.url, tenant.owner.auth), await listen(house.url, member.auth)]
  ok(await tenant.owner.call(contract.merging.merge, { sid: one.sid, intoSid: two.sid }))
  await live.hears('notifications.changed', ({ unreadCount }) => unreadCount === 1)

  ok(await tenant.owner.call(contract.assignment.change, { sid: two.sid, toUserID: member.auth.userId }))
  await theirs.hears('notifications.changed', ({ unreadCount }) => unreadCount === 1)
  ok(await tenant.owner.call(contract.assignment.change, { sid: two.sid, toUserID: tenant.owner.auth.userId }))
  await theirs.hears('notifications.changed', ({ unreadCount }) => unreadCount === 0)
  expect(await unreadOf(member)).toBe(0)

  ok(await tenant.owner.call(contract.conversations.remove, { sid: two.sid }))
  await live.hears(
    'notifications.changed',
    ({ unreadCount, readSids }) => unreadCount === 0 && readSids.includes(two.sid),
  )
  live.close()
  theirs.close()
})

test('old notifications go at night: read ones after 90 days, unread ones after 180, and browsers of ended sessions', async () => {
  const tenant = await house.aTenant()
  const manager = await tenant.aPerson('Manager')
  const { device } = await subscribe(pushService, tenant.owner)
  await subscribe(pushService, manager)
  await tenant.textFrom(aPhone(), 'Unread, old')
  const read = await tenant.textFrom(aPhone(), 'Read, old')
  await tenant.textFrom(aPhone(), 'Unread, very old')
  const fresh = await tenant.textFrom(aPhone(), 'Read, fresh')
  const age = (body: string, days: number) =>
    house.server.database.owner.query(
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
  for (let run = 0; run < 2; run++) await house.runNow('clear-old-rows')
  const left = await listOf(tenant.owner)
  expect(left.map(({ body }) => body).toSorted()).toEqual(['Read, fresh', 'Unread, old'])
  expect(left.map(({ conversationSid }) => conversationSid)).toContain(fresh.sid)
  expect(left.map(({ conversationSid }) => conversationSid)).not.toContain(read.sid)
  const { rows } = await house.server.database.owner.query('select id from push_subscriptions where tenant_id = $1', [
    tenant.tenantId,
  ])
  expect(rows).toEqual([{ id: device.deviceID }])
  expect(house.errors).toEqual([])
})
