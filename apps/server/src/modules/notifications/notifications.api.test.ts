import { contract, type NotificationTypeID } from '@frontdesk/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordEvent } from '../../platform/events/log.ts'
import { callEndpoint, ok } from '../../testing/client.ts'
import { aClock } from '../../testing/clock.ts'
import { aPhone, type House, openHouse, type Person, type Tenant } from '../../testing/house.ts'
import { listen } from '../../testing/live.ts'
import { startPushService, type TestPushService } from '../../testing/push-service.ts'
import { reassignConversations } from '../conversations/index.ts'

const clock = aClock()
let pushService: TestPushService
let house: House
beforeAll(async () => {
  pushService = await startPushService()
  house = await openHouse({ now: clock.now, env: { PUSH_SERVICE_URL: pushService.origin } })
})
beforeEach(() => pushService.answerWith(201))
afterAll(async () => {
  await house.close()
  await pushService.close()
})

const api = contract.notifications

const listOf = async (person: Person, isUnreadOnly = false) =>
  ok(await person.call(api.getList, { isUnreadOnly })).data.notifications
const unreadOf = async (person: Person) => ok(await person.call(api.getUnreadCount, undefined)).data.unreadCount
const turn = async (person: Person, id: NotificationTypeID, isEnabled: boolean) => {
  const configTypeID = id.startsWith('mobile') ? 'mobile-app' : id.startsWith('email') ? 'email' : 'desktop'
  ok(await person.call(api.saveConfigs, { settings: [{ notificationTypeID: id, configTypeID, isEnabled }] }))
}
const subscribe = async (person: Person) => {
  const subscription = pushService.subscription()
  const device = ok(await person.call(api.subscribeDevice, subscription)).data
  return { device, pushes: () => pushService.received(subscription.endpoint), endpoint: subscription.endpoint }
}
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

test('types and settings are as the spec has them, with defaults until somebody chose', async () => {
  const { owner } = await house.aTenant()
  const types = ok(await owner.call(api.getTypes, undefined)).data
  expect(types.desktopNotifications.map(({ notificationTypeID }) => notificationTypeID)).toContain(
    'desktop-new-message',
  )
  expect(types.emailNotifications).toHaveLength(types.mobileAppNotifications.length)
  const before = ok(await owner.call(api.getConfigs, undefined)).data.settings
  expect(before).toContainEqual({
    notificationTypeID: 'desktop-new-message',
    configTypeID: 'desktop',
    isEnabled: true,
  })
  await turn(owner, 'desktop-new-message', false)
  await turn(owner, 'desktop-new-message', false)
  const after = ok(await owner.call(api.getConfigs, undefined)).data.settings
  expect(after).toContainEqual({ notificationTypeID: 'desktop-new-message', configTypeID: 'desktop', isEnabled: false })
  expect(after).toHaveLength(before.length)
  expect(
    await owner.call(api.saveConfigs, {
      settings: [{ notificationTypeID: 'email-new-message', configTypeID: 'desktop', isEnabled: true }],
    }),
  ).toFail('InvalidInput')
  expect(
    await owner.call(api.saveConfigs, {
      settings: [{ notificationTypeID: 'desktop-nonsense' as never, configTypeID: 'desktop', isEnabled: true }],
    }),
  ).toFail('InvalidInput')
})

test('quiet hours and sound are one’s own, told to one’s other screens, and refuse what is no time or zone', async () => {
  const tenant = await house.aTenant()
  const live = await listen(house.url, tenant.owner.auth)
  const preferences = {
    timeZone: 'America/Chicago',
    isSoundOn: false,
    quietHoursEnabled: true,
    quietFrom: '21:30',
    quietUntil: '07:00',
    quietDays: [7, 1, 1],
  }
  const saved = ok(await tenant.owner.call(api.savePreferences, preferences)).data
  expect(saved).toEqual({ ...preferences, quietDays: [1, 7] })
  expect(ok(await tenant.owner.call(api.getPreferences, undefined)).data).toEqual(saved)
  await live.hears('notification-preferences.changed')
  const wrong = { timeZone: 'Mars/Olympus' }
  expect(await tenant.owner.call(api.savePreferences, { ...preferences, ...wrong })).toFail('InvalidInput')
  expect(await tenant.owner.call(api.savePreferences, { ...preferences, quietFrom: '25:00' })).toFail('InvalidInput')
  const teammate = await tenant.aPerson('Manager')
  expect(ok(await teammate.call(api.getPreferences, undefined)).data).toMatchObject({
    timeZone: 'America/New_York',
    isSoundOn: true,
    quietHoursEnabled: false,
  })
  live.close()
})

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
  await house.server.conversations.inTenant({ tenantId: tenant.tenantId }, (tx) =>
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
  const phone = await subscribe(taking)
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
  expect(mail?.subject).toBe('3 conversations were assigned to you')
  expect(mail?.text).toContain('Olive Owner assigned 3 conversations to you.')
})

test('reading the conversation clears it for its reader everywhere, and for nobody else', async () => {
  const tenant = await house.aTenant()
  const manager = await tenant.aPerson('Manager')
  const conversation = await tenant.textFrom(aPhone(), 'Hello')
  const live = await listen(house.url, tenant.owner.auth)
  ok(await tenant.owner.call(contract.conversations.markRead, { sid: conversation.sid, upToIndex: 1 }))
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
          conversationId: conversation.sid.replace(/^CH(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
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
  expect(await tenant.owner.call(api.getList, { cursor: 'nonsense' })).toFail('InvalidInput')
})

test('a teammate who joins is told to the others once, by push and in the centre, unless it is off', async () => {
  const tenant = await house.aTenant()
  const quiet = await tenant.aPerson('Manager')
  for (const channel of ['desktop', 'mobile-app', 'email'] as const) {
    await turn(quiet, `${channel}-teammate-joined`, false)
  }
  const { pushes } = await subscribe(tenant.owner)
  const live = await listen(house.url, tenant.owner.auth)
  const joined = await tenant.aPerson('TeamMember')
  for (let time = 0; time < 2; time++) {
    await house.server.conversations.inTenant({ tenantId: tenant.tenantId }, (tx) =>
      recordEvent(tx, { type: 'member.joined', at: clock.now(), actorUserId: joined.auth.userId }),
    )
    await house.settled()
  }
  await live.hears('notifications.changed', ({ unreadCount }) => unreadCount === 1)
  live.close()
  const [news, ...others] = await listOf(tenant.owner)
  expect(others).toEqual([])
  expect(news).toMatchObject({ conversationSid: null, title: 'TeamMember Person', body: 'Joined your team' })
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
  ok(
    await manager.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Come by at three',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await house.settled()
  await lift()
  expect(await listOf(manager)).toContainEqual(
    expect.objectContaining({ kind: 'message-failed', conversationSid: sid, body: 'Come by at three' }),
  )
  expect((await listOf(tenant.owner)).map(({ kind }) => kind)).not.toContain('message-failed')
})

test('a closed browser gets one encrypted, signed push for each conversation, and its end when that is read', async () => {
  const tenant = await house.aTenant()
  const { device, pushes } = await subscribe(tenant.owner)
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'Are you open?')
  await tenant.textFrom(phone, 'On Sunday, I mean')
  expect(pushes()).toEqual([])
  await house.runLater('push-to-device')
  expect(pushes()).toEqual([
    { type: 'show', title: phone, body: 'On Sunday, I mean', tag: sid, url: `/conversations/${sid}`, badge: 1 },
  ])
  expect(pushService.headers.at(-1)).toMatchObject({ topic: sid.slice(2), urgency: 'high' })
  const [listed] = ok(await tenant.owner.call(api.getDevices, undefined)).data.devices
  expect(listed).toMatchObject({ deviceID: device.deviceID, isCurrentSession: true })
  expect(listed?.lastPushOnUtc).not.toBeNull()

  ok(await tenant.owner.call(contract.conversations.markRead, { sid, upToIndex: 2 }))
  await house.settled()
  expect(pushes().at(-1)).toEqual({ type: 'close', tag: sid, badge: 0 })
})

test('read within the moment, nothing rings at all', async () => {
  const tenant = await house.aTenant()
  const { pushes } = await subscribe(tenant.owner)
  const { sid } = await tenant.textFrom(aPhone(), 'Hello')
  ok(await tenant.owner.call(contract.conversations.markRead, { sid, upToIndex: 1 }))
  await house.settled()
  await house.runLater('push-to-device')
  expect(pushes()).toEqual([])
})

test('off means off: by setting, in quiet hours, after signing out and once it cannot be seen any more', async () => {
  const tenant = await house.aTenant()
  const people = await Promise.all(['Manager', 'Manager', 'Manager', 'Manager'].map(() => tenant.aPerson('Manager')))
  const [off, resting, gone, moved] = people as [Person, Person, Person, Person]
  const devices = await Promise.all(people.map((person) => subscribe(person)))
  await turn(off, 'desktop-new-message-unassigned', false)
  const hour = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/Chicago')
  const at = (hours: number) => hour.add({ hours }).toPlainTime().toString().slice(0, 5)
  ok(
    await resting.call(api.savePreferences, {
      timeZone: 'America/Chicago',
      isSoundOn: true,
      quietHoursEnabled: true,
      quietFrom: at(-1),
      quietUntil: at(1),
      quietDays: [1, 2, 3, 4, 5, 6, 7],
    }),
  )
  await tenant.textFrom(aPhone(), 'Hello')
  ok(await gone.call(contract.accounts.logout, {}))
  await house.server.database.owner.query("update users set role = 'TeamMember' where tenant_id = $1 and id = $2", [
    tenant.tenantId,
    moved.auth.userId,
  ])
  await house.runLater('push-to-device')
  for (const { pushes } of devices) expect(pushes()).toEqual([])
  // The centre keeps what quiet hours held back.
  expect(await unreadOf(resting)).toBe(1)
})

test('a browser that has withdrawn is forgotten; one that is out of reach is tried again', async () => {
  const tenant = await house.aTenant()
  const { pushes } = await subscribe(tenant.owner)
  pushService.answerWith(503)
  await tenant.textFrom(aPhone(), 'Hello')
  await house.runLater('push-to-device')
  expect(pushes()).toEqual([])
  pushService.answerWith(201)
  await house.runLater('push-to-device')
  expect(pushes()).toHaveLength(1)
  pushService.answerWith(410)
  await tenant.textFrom(aPhone(), 'Hello again')
  await house.runLater('push-to-device')
  expect(ok(await tenant.owner.call(api.getDevices, undefined)).data.devices).toEqual([])
  expect(house.errors).toEqual([])
})

test('devices are renamed, tested and removed by their owner only, and private addresses are never called', async () => {
  const tenant = await house.aTenant()
  const stranger = await tenant.aPerson('Manager')
  const { device, pushes } = await subscribe(tenant.owner)
  const { deviceID } = device
  expect(await stranger.call(api.renameDevice, { deviceID, name: 'Mine now' })).toFail('DeviceNotFound')
  expect(await stranger.call(api.testDevice, { deviceID })).toFail('DeviceNotFound')
  expect(await stranger.call(api.removeDevice, { deviceID })).toFail('DeviceNotFound')
  expect(ok(await tenant.owner.call(api.renameDevice, { deviceID, name: 'Front desk' })).data.name).toBe('Front desk')
  ok(await tenant.owner.call(api.testDevice, { deviceID }))
  await house.settled()
  expect(pushes()).toMatchObject([{ type: 'show', tag: 'test', url: '/settings/devices' }])
  ok(await tenant.owner.call(api.removeDevice, { deviceID }))
  expect(ok(await tenant.owner.call(api.getDevices, undefined)).data.devices).toEqual([])

  const { p256dh, auth } = pushService.subscription()
  for (const endpoint of [
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://localhost/a',
    'https://user:secret@push.example.com/a',
    'https://push.example.com:8443/a',
  ]) {
    expect(await tenant.owner.call(api.subscribeDevice, { endpoint, p256dh, auth })).toFail('PushEndpointRefused')
  }
})

test('one mail gathers what waits, not before it waited, not while its reader is there, at most one an hour', async () => {
  const tenant = await house.aTenant()
  const { userName } = tenant.owner.auth
  const mails = async () =>
    (
      await house.server.database.owner.query<{ subject: string; text: string | null }>(
        'select subject, text from mails where tenant_id = $1 and recipient = $2 order by created_at',
        [tenant.tenantId, userName],
      )
    ).rows.filter(({ subject }) => /wait/.test(subject))
  await tenant.textFrom(aPhone(), 'First question')
  const read = await tenant.textFrom(aPhone(), 'Read meanwhile')
  ok(await tenant.owner.call(contract.conversations.markRead, { sid: read.sid, upToIndex: 1 }))
  await tenant.textFrom(aPhone(), 'Second question')
  await house.runLater('send-notification-digest')
  expect(await mails()).toEqual([])

  clock.advance(15 * 60_000)
  await house.server.database.owner.query('update users set last_seen_at = $2 where tenant_id = $1', [
    tenant.tenantId,
    clock.now(),
  ])
  await house.runLater('send-notification-digest')
  expect(await mails()).toEqual([])

  clock.advance(15 * 60_000)
  await house.runLater('send-notification-digest')
  expect((await mails()).map(({ subject }) => subject)).toEqual(['2 conversations are waiting'])

  Object.assign(
    tenant.owner.auth,
    ok(
      await callEndpoint(house.url, contract.accounts.refreshSession, {
        refreshToken: tenant.owner.auth.refreshToken,
      }),
    ),
  )
  await tenant.textFrom(aPhone(), 'Third question')
  clock.advance(15 * 60_000)
  await house.runLater('send-notification-digest')
  expect(await mails()).toHaveLength(1)
  clock.advance(60 * 60_000)
  await house.runLater('send-notification-digest')
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    '2 conversations are waiting',
    expect.stringMatching(/is waiting for an answer$/),
  ])
})

test('old notifications go at night: read ones after 90 days, unread ones after 180, and browsers of ended sessions', async () => {
  const tenant = await house.aTenant()
  const manager = await tenant.aPerson('Manager')
  const { device } = await subscribe(tenant.owner)
  await subscribe(manager)
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
  for (let run = 0; run < 2; run++) await house.runNow('clear-old-notifications')
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

test('a blocked number is told to nobody', async () => {
  const tenant = await house.aTenant()
  const phone = aPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await tenant.owner.call(api.markAllRead, {}))
  ok(await tenant.owner.call(contract.conversations.block, { sid }))
  await tenant.textFrom(phone, 'Hello again')
  expect(await unreadOf(tenant.owner)).toBe(0)
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
