import { contract } from '@frontdesk/contract/api'
import { beforeEach, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { countUnread, setNotification, startWithPushService, subscribeDevice } from '../../testing/notifications.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, PASSWORD, type TestUser } from '../../testing/test-instance.ts'
import { payoutFailed } from '../payment-accounts/events.ts'

const clock = createTestClock()
// This clock is a minute ahead of the database's, so delayed pushes only run when a test runs them.
clock.advance(60_000)
const { instance, pushService } = await startWithPushService(clock.now)
beforeEach(() => pushService.respondWith(201))

const api = contract.notifications

test('sends one encrypted, signed push per conversation, and dismisses it when the conversation is read', async () => {
  const tenant = await instance.createTenant()
  const { device, pushes } = await subscribeDevice(pushService, tenant.owner)
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Are you open?')
  await tenant.textFrom(phone, 'On Sunday, I mean')
  expect(pushes()).toEqual([])
  await instance.runDelayedJobs('push-to-device')
  expect(pushes()).toEqual([
    { type: 'show', title: phone, body: 'On Sunday, I mean', tag: sid, url: `/conversations/${sid}`, badge: 1 },
  ])
  expect(pushService.headers.at(-1)).toMatchObject({ topic: sid.slice(2), urgency: 'high' })
  const [listed] = ok(await tenant.owner.call(api.getDevices, undefined)).data.devices
  expect(listed).toMatchObject({ deviceID: device.deviceID, isCurrentSession: true })
  expect(listed?.lastPushOnUtc).not.toBeNull()

  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 2 }))
  await instance.idle()
  expect(pushes().at(-1)).toEqual({ type: 'close', tag: sid, badge: 0 })
})

test('a message read within the delay sends no push', async () => {
  const tenant = await instance.createTenant()
  const { pushes } = await subscribeDevice(pushService, tenant.owner)
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  await instance.idle()
  await instance.runDelayedJobs('push-to-device')
  expect(pushes()).toEqual([])
})

test('sends nothing when turned off, in quiet hours, after signing out or once the conversation is invisible', async () => {
  const tenant = await instance.createTenant()
  const people = await Promise.all(['Manager', 'Manager', 'Manager', 'Manager'].map(() => tenant.createUser('Manager')))
  const [disabled, inQuietHours, signedOut, demoted] = people as [TestUser, TestUser, TestUser, TestUser]
  const devices = await Promise.all(people.map((person) => subscribeDevice(pushService, person)))
  await setNotification(disabled, 'desktop-new-message-unassigned', false)
  const present = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/Chicago').toPlainTime()
  const at = (hours: number) => present.add({ hours }).toString().slice(0, 5)
  ok(
    await inQuietHours.call(api.savePreferences, {
      timeZone: 'America/Chicago',
      isSoundOn: true,
      quietHoursEnabled: true,
      quietFrom: at(-1),
      quietUntil: at(1),
      quietDays: [1, 2, 3, 4, 5, 6, 7],
    }),
  )
  await tenant.textFrom(newPhone(), 'Hello')
  ok(await signedOut.call(contract.accounts.logout, {}))
  await instance.server.database.owner.query("update users set role = 'TeamMember' where tenant_id = $1 and id = $2", [
    tenant.tenantId,
    demoted.auth.userId,
  ])
  await instance.runDelayedJobs('push-to-device')
  for (const { pushes } of devices) expect(pushes()).toEqual([])
  // Notifications held back by quiet hours are still listed.
  expect(await countUnread(inQuietHours)).toBe(1)
})

/** Signs in again, as someone who stays signed in or not. */
async function signIn({ auth: { userName } }: TestUser, rememberMe: boolean): Promise<TestUser> {
  const credentials = { userName, password: PASSWORD, rememberMe }
  const auth = ok(await callEndpoint(instance.url, contract.accounts.authenticate, credentials))
  return { auth, call: (endpoint, input) => callEndpoint(instance.url, endpoint, input, auth.bearerToken) }
}

test('a browser where someone does not stay signed in gets nothing once their session has expired', async () => {
  const tenant = await instance.createTenant()
  const remembered = await subscribeDevice(pushService, await signIn(tenant.owner, true))
  const forgotten = await subscribeDevice(pushService, await signIn(tenant.owner, false))
  await tenant.textFrom(newPhone(), 'Hello')
  clock.advance(25 * 60 * 60_000)
  await instance.runDelayedJobs('push-to-device')
  expect(remembered.pushes()).toMatchObject([{ body: 'Hello' }])
  expect(forgotten.pushes()).toEqual([])
  await instance.runJob('clear-old-rows')
  const { rows } = await instance.server.database.owner.query<{ id: string }>(
    'select id from push_subscriptions where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ id: remembered.device.deviceID }])
})

test('an unsubscribed browser is removed; an unreachable push service is retried', async () => {
  const tenant = await instance.createTenant()
  const { pushes } = await subscribeDevice(pushService, tenant.owner)
  pushService.respondWith(503)
  await tenant.textFrom(newPhone(), 'Hello')
  await instance.runDelayedJobs('push-to-device')
  expect(pushes()).toEqual([])
  pushService.respondWith(201)
  await instance.runDelayedJobs('push-to-device')
  expect(pushes()).toHaveLength(1)
  pushService.respondWith(410)
  await tenant.textFrom(newPhone(), 'Hello again')
  await instance.runDelayedJobs('push-to-device')
  expect(ok(await tenant.owner.call(api.getDevices, undefined)).data.devices).toEqual([])
  expect(instance.errors).toEqual([])
})

test('a delayed push is not shown to another user who signed in on the device since, nor one about a payout to those who lost the right', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [first, second] = [await tenant.createUser('Manager'), await tenant.createUser('Manager')]
  const subscription = pushService.subscription()
  ok(await first.call(api.subscribeDevice, subscription))
  const { pushes } = await subscribeDevice(pushService, second)
  const payout = { payoutID: crypto.randomUUID(), amount: 9900, currency: 'USD', reason: 'account_closed' }
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    await payoutFailed.record(tx, { at: tx.now(), data: payout })
  })
  await instance.idle()
  ok(await first.call(contract.accounts.logout, {}))
  // At the same browser.
  const third = await tenant.createUser('Manager')
  ok(await third.call(api.subscribeDevice, subscription))
  ok(await owner.call(contract.team.setRole, { userID: second.auth.userId, roleName: 'TeamMember' }))
  await instance.runDelayedJobs('push-to-device')
  expect(pushService.received(subscription.endpoint)).toEqual([])
  expect(pushes()).toEqual([])
})

test('devices are renamed, tested and removed by their owner only, and private addresses are rejected', async () => {
  const tenant = await instance.createTenant()
  const teammate = await tenant.createUser('Manager')
  const { device, pushes } = await subscribeDevice(pushService, tenant.owner)
  const { deviceID } = device
  expect(await teammate.call(api.renameDevice, { deviceID, name: 'Mine now' })).toFail('DeviceNotFound')
  expect(await teammate.call(api.testDevice, { deviceID })).toFail('DeviceNotFound')
  expect(await teammate.call(api.removeDevice, { deviceID })).toFail('DeviceNotFound')
  expect(ok(await tenant.owner.call(api.renameDevice, { deviceID, name: 'Front desk' })).data.name).toBe('Front desk')
  ok(await tenant.owner.call(api.testDevice, { deviceID }))
  await instance.idle()
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
    'https://localhost.localdomain/a',
    'https://metadata.google.internal/computeMetadata',
    'https://push.local/a',
    'https://push/a',
  ]) {
    expect(await tenant.owner.call(api.subscribeDevice, { endpoint, p256dh, auth })).toFail('PushEndpointRefused')
  }
})

test('a device unreachable for days is removed', async () => {
  const tenant = await instance.createTenant()
  const { device } = await subscribeDevice(pushService, await signIn(tenant.owner, true))
  const exists = async () => {
    const { rowCount } = await instance.server.database.owner.query('select from push_subscriptions where id = $1', [
      device.deviceID,
    ])
    return rowCount === 1
  }
  pushService.respondWith(503)
  for (let n = 0; n < 2; n++) await tenant.textFrom(newPhone(), 'Hello')
  for (let round = 0; round < 6; round++) {
    await instance.runDelayedJobs('push-to-device')
    clock.advance(10 * 60 * 60_000)
  }
  expect(await exists()).toBe(true)
  clock.advance(24 * 60 * 60_000)
  await instance.runDelayedJobs('push-to-device')
  expect(await exists()).toBe(false)
  expect(instance.errors).toEqual([])
})
