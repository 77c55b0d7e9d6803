import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { setNotification } from '../../testing/notifications.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const api = contract.notifications

test('types and settings have defaults until the user changes them', async () => {
  const { owner } = await instance.createTenant()
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
  await setNotification(owner, 'desktop-new-message', false)
  await setNotification(owner, 'desktop-new-message', false)
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

test('quiet hours and sound are per user, published to their other screens, and validated', async () => {
  const tenant = await instance.createTenant()
  const live = await connectLive(instance.url, tenant.owner.auth)
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
  await live.waitFor('notification-preferences.changed')
  const wrong = { timeZone: 'Mars/Olympus' }
  expect(await tenant.owner.call(api.savePreferences, { ...preferences, ...wrong })).toFail('InvalidInput')
  expect(await tenant.owner.call(api.savePreferences, { ...preferences, quietFrom: '25:00' })).toFail('InvalidInput')
  const teammate = await tenant.createUser('Manager')
  expect(ok(await teammate.call(api.getPreferences, undefined)).data).toMatchObject({
    timeZone: 'America/New_York',
    isSoundOn: true,
    quietHoursEnabled: false,
  })
  live.close()
})
