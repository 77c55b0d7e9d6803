import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { NotificationDeps } from './deps.ts'
import { listDevices, removeDevice, renameDevice, subscribeDevice, testDevice } from './devices.ts'
import { countUnread, listNotifications, markRead } from './list.ts'
import { getPreferences, getSettings, savePreferences, saveSettings, typesOf } from './settings.ts'

export const notificationRoutes = (api: Api, deps: NotificationDeps) => ({
  getTypes: api.notifications.getTypes.handler(async () =>
    wrap({
      desktopNotifications: typesOf('desktop'),
      emailNotifications: typesOf('email'),
      mobileAppNotifications: typesOf('mobile-app'),
    }),
  ),
  getConfigs: api.notifications.getConfigs.handler(async ({ context }) =>
    wrap({ settings: await getSettings(deps, signedIn(context)) }),
  ),
  saveConfigs: api.notifications.saveConfigs.handler(async ({ context, input }) =>
    wrap({ settings: await saveSettings(deps, signedIn(context), input.settings) }),
  ),
  getPreferences: api.notifications.getPreferences.handler(async ({ context }) =>
    wrap(await getPreferences(deps, signedIn(context))),
  ),
  savePreferences: api.notifications.savePreferences.handler(async ({ context, input }) =>
    wrap(await savePreferences(deps, signedIn(context), input)),
  ),

  getDevices: api.notifications.getDevices.handler(async ({ context }) =>
    wrap({ devices: await listDevices(deps, signedIn(context)), pushKey: deps.pushService.publicKey }),
  ),
  subscribeDevice: api.notifications.subscribeDevice.handler(async ({ context, input }) =>
    wrap(await subscribeDevice(deps, signedIn(context), input, context.request.headers['user-agent'] ?? '')),
  ),
  renameDevice: api.notifications.renameDevice.handler(async ({ context, input }) =>
    wrap(await renameDevice(deps, signedIn(context), input.deviceID, input.name)),
  ),
  removeDevice: api.notifications.removeDevice.handler(async ({ context, input }) => {
    await removeDevice(deps, signedIn(context), input.deviceID)
    return wrap(null)
  }),
  testDevice: api.notifications.testDevice.handler(async ({ context, input }) => {
    await testDevice(deps, signedIn(context), input.deviceID)
    return wrap(null)
  }),

  getList: api.notifications.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      const [{ notifications, paging }, unreadCount] = await Promise.all([
        listNotifications(tx, actor, input),
        countUnread(tx, actor),
      ])
      return { ...wrap({ notifications, unreadCount }), paging }
    })
  }),
  getUnreadCount: api.notifications.getUnreadCount.handler(async ({ context }) => {
    const actor = signedIn(context)
    return wrap({ unreadCount: await deps.inTenant(actor, (tx) => countUnread(tx, actor)) })
  }),
  markRead: api.notifications.markRead.handler(async ({ context, input }) =>
    wrap({ unreadCount: await markRead(deps, signedIn(context), input) }),
  ),
  markAllRead: api.notifications.markAllRead.handler(async ({ context, input }) =>
    wrap({ unreadCount: await markRead(deps, signedIn(context), input) }),
  ),
})
