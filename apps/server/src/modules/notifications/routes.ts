import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { NotificationDeps } from './deps.ts'
import { listDevices, removeDevice, renameDevice, subscribeDevice, testDevice } from './devices.ts'
import { countUnread, listNotifications, markRead } from './list.ts'
import { getPreferences, getSettings, savePreferences, saveSettings, typesOf } from './settings.ts'

export function notificationRoutes(api: Api, deps: NotificationDeps) {
  const transaction = inTransaction(deps)
  const { notifications } = api
  return {
    getTypes: notifications.getTypes.handler(async () =>
      wrap({
        desktopNotifications: typesOf('desktop'),
        emailNotifications: typesOf('email'),
        mobileAppNotifications: typesOf('mobile-app'),
      }),
    ),
    getConfigs: notifications.getConfigs.handler(
      transaction(async (tx, { actor }) => wrap({ settings: await getSettings(tx, actor) })),
    ),
    saveConfigs: notifications.saveConfigs.handler(
      transaction(async (tx, { actor, input }) => wrap({ settings: await saveSettings(tx, actor, input.settings) })),
    ),
    getPreferences: notifications.getPreferences.handler(
      transaction(async (tx, { actor }) => wrap(await getPreferences(tx, actor))),
    ),
    savePreferences: notifications.savePreferences.handler(
      transaction(async (tx, { actor, input }) => wrap(await savePreferences(tx, actor, input))),
    ),

    getDevices: notifications.getDevices.handler(
      transaction(async (tx, { actor }) =>
        wrap({ devices: await listDevices(tx, actor), pushKey: deps.pushService.publicKey }),
      ),
    ),
    subscribeDevice: notifications.subscribeDevice.handler(
      transaction(async (tx, { actor, input, context }) =>
        wrap(await subscribeDevice(deps, tx, actor, input, context.request.headers['user-agent'] ?? '')),
      ),
    ),
    renameDevice: notifications.renameDevice.handler(
      transaction(async (tx, { actor, input }) => wrap(await renameDevice(tx, actor, input.deviceID, input.name))),
    ),
    removeDevice: notifications.removeDevice.handler(
      transaction(async (tx, { actor, input }) => {
        await removeDevice(tx, actor, input.deviceID)
        return wrap(null)
      }),
    ),
    testDevice: notifications.testDevice.handler(
      transaction(async (tx, { actor, input }) => {
        await testDevice(tx, actor, input.deviceID)
        return wrap(null)
      }),
    ),

    getList: notifications.getList.handler(
      transaction(async (tx, { actor, input }) => {
        const [page, unreadCount] = await Promise.all([listNotifications(tx, actor, input), countUnread(tx, actor)])
        return { ...wrap({ notifications: page.notifications, unreadCount }), paging: page.paging }
      }),
    ),
    getUnreadCount: notifications.getUnreadCount.handler(
      transaction(async (tx, { actor }) => wrap({ unreadCount: await countUnread(tx, actor) })),
    ),
    markRead: notifications.markRead.handler(
      transaction(async (tx, { actor, input }) => wrap({ unreadCount: await markRead(tx, actor, input) })),
    ),
    markAllRead: notifications.markAllRead.handler(
      transaction(async (tx, { actor, input }) => wrap({ unreadCount: await markRead(tx, actor, input) })),
    ),
  }
}
