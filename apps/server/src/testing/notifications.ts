import { contract, type Notification } from '@frontdesk/contract/api'
import type { NotificationTypeID } from '@frontdesk/contract/rules'
import { afterAll } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { ok } from './client.ts'
import { startPushService, type TestPushService } from './push-service.ts'
import { startTestInstance, type TestUser } from './test-instance.ts'

const api = contract.notifications

/** Starts an instance with a push service of its own; both are closed after the tests of the file. */
export async function startWithPushService(now: Clock) {
  const pushService = await startPushService()
  const instance = await startTestInstance({ now, env: { PUSH_SERVICE_URL: pushService.origin } })
  afterAll(async () => {
    await instance.close()
    await pushService.close()
  })
  return { instance, pushService }
}

export const listNotifications = async (person: TestUser, isUnreadOnly = false): Promise<Notification[]> =>
  ok(await person.call(api.getList, { isUnreadOnly })).data.notifications

export const countUnread = async (person: TestUser): Promise<number> =>
  ok(await person.call(api.getUnreadCount, undefined)).data.unreadCount

export const setNotification = async (person: TestUser, id: NotificationTypeID, isEnabled: boolean): Promise<void> => {
  const configTypeID = id.startsWith('mobile') ? 'mobile-app' : id.startsWith('email') ? 'email' : 'desktop'
  ok(await person.call(api.saveConfigs, { settings: [{ notificationTypeID: id, configTypeID, isEnabled }] }))
}

/** Subscribes a browser of the user to push notifications. */
export const subscribeDevice = async (pushService: TestPushService, person: TestUser) => {
  const subscription = pushService.subscription()
  const device = ok(await person.call(api.subscribeDevice, subscription)).data
  return { device, pushes: () => pushService.received(subscription.endpoint) }
}
