import { contract, type Notification } from '@frontdesk/contract/api'
import type { NotificationTypeID } from '@frontdesk/contract/rules'
import { ok } from './client.ts'
import type { TestPushService } from './push-service.ts'
import type { TestUser } from './test-instance.ts'

const api = contract.notifications

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
