import { z } from 'zod'
import { NOTIFICATION_CHANNELS, NOTIFICATION_KIND_KEYS, notificationTypeID } from '../rules/notifications.ts'
import { endpoint, failsWith, wrapped, wrappedPage } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { words } from './words.ts'

const TYPE_IDS = NOTIFICATION_CHANNELS.flatMap((channel) =>
  NOTIFICATION_KIND_KEYS.map((kind) => notificationTypeID(channel, kind)),
)

const TypeID = z.enum(TYPE_IDS)
const Channel = z.enum(NOTIFICATION_CHANNELS)

export const NotificationSetting = z.object({
  notificationTypeID: TypeID,
  configTypeID: Channel,
  isEnabled: z.boolean(),
})
export type NotificationSetting = z.infer<typeof NotificationSetting>

const NotificationType = z.object({
  notificationTypeID: TypeID,
  configTypeID: Channel,
  kind: z.enum(NOTIFICATION_KIND_KEYS),
  isEnabledByDefault: z.boolean(),
})

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Sound and quiet hours of a user, in their own time zone. */
export const NotificationPreferences = z.object({
  timeZone: z.string().min(1).max(60),
  isSoundOn: z.boolean(),
  quietHoursEnabled: z.boolean(),
  quietFrom: z.string().regex(TIME).describe('Local time, such as 22:00.'),
  quietUntil: z.string().regex(TIME).describe('On the next day if it is not later than quietFrom.'),
  quietDays: z.array(z.int().min(1).max(7)).max(7).describe('Days on which quiet hours start; 1 is Monday.'),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

/** A browser or installed app that receives push notifications. */
export const NotificationDevice = z.object({
  deviceID: z.uuid(),
  name: z.string(),
  os: z.string(),
  browser: z.string(),
  configTypeID: z.enum(['desktop', 'mobile-app']),
  isCurrentSession: z.boolean(),
  createdOnUtc: z.iso.datetime(),
  lastPushOnUtc: z.iso.datetime().nullable().describe('When it last accepted a notification.'),
})
export type NotificationDevice = z.infer<typeof NotificationDevice>

export const Notification = z.object({
  notificationID: z.uuid(),
  kind: z.enum(NOTIFICATION_KIND_KEYS),
  conversationSid: ConversationSid.nullable().describe(
    'null: it is about a booking, a payment, a campaign or the team.',
  ),
  bookingID: z.uuid().nullable(),
  paymentID: z.uuid().nullable(),
  campaignID: z.uuid().nullable(),
  title: z.string().describe('Name of the contact, teammate or campaign it is about.'),
  body: z.string(),
  count: z.int().describe('Number of messages grouped in it.'),
  updatedOnUtc: z.iso.datetime(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

export const ListedNotification = Notification.extend({
  locationID: z
    .uuid()
    .nullable()
    .describe(
      'Location of the conversation, booking, payment or campaign, whose time zone applies; null for those about the team.',
    ),
})
export type ListedNotification = z.infer<typeof ListedNotification>

const NOTIFICATION_PAGE_SIZE = 30
const service = { tags: ['notification'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })

export const notifications = {
  getTypes: signedIn()
    .route({
      method: 'GET',
      path: '/notifications/Configs/get/notification-types/v2',
      ...service,
      summary: 'Lists notification types by channel',
    })
    .output(
      wrapped(
        z.object({
          desktopNotifications: z.array(NotificationType),
          emailNotifications: z.array(NotificationType),
          mobileAppNotifications: z.array(NotificationType),
        }),
      ),
    ),

  getConfigs: signedIn()
    .route({
      method: 'GET',
      path: '/notifications/Configs/get',
      summary: 'Returns the caller’s notification settings',
      ...service,
    })
    .output(wrapped(z.object({ settings: z.array(NotificationSetting) }))),

  saveConfigs: signedIn()
    .route({
      method: 'POST',
      path: '/notifications/Configs/save',
      summary: 'Turns notifications on or off; omitted types are unchanged',
      ...service,
    })
    .input(
      z.object({
        settings: z
          .array(NotificationSetting)
          .min(1)
          .max(TYPE_IDS.length)
          .refine(
            (settings) =>
              settings.every(({ notificationTypeID: id, configTypeID }) => id.startsWith(`${configTypeID}-`)),
            'A type belongs to the way it begins with',
          ),
      }),
    )
    .output(wrapped(z.object({ settings: z.array(NotificationSetting) }))),

  getPreferences: signedIn()
    .route({
      method: 'GET',
      path: '/notifications/Preferences/get',
      summary: 'Returns the caller’s sound and quiet hours',
      ...service,
    })
    .output(wrapped(NotificationPreferences)),

  savePreferences: signedIn()
    .route({
      method: 'POST',
      path: '/notifications/Preferences/save',
      summary: 'Saves the caller’s sound and quiet hours',
      ...service,
    })
    .input(NotificationPreferences)
    .output(wrapped(NotificationPreferences))
    .errors(failsWith('InvalidInput')),

  getDevices: signedIn()
    .route({
      method: 'GET',
      path: '/notifications/Devices/get',
      ...service,
      summary: 'Lists the caller’s push devices, with the key a browser subscribes with',
    })
    .output(wrapped(z.object({ devices: z.array(NotificationDevice), pushKey: z.string() }))),

  subscribeDevice: signedIn()
    .route({
      method: 'POST',
      path: '/notifications/Devices/subscribe',
      summary: 'Turns on push notifications for this browser',
      ...service,
    })
    .input(
      z.object({
        endpoint: z.url().max(1000),
        p256dh: z.string().regex(/^[\w-]{80,100}$/),
        auth: z.string().regex(/^[\w-]{16,40}$/),
      }),
    )
    .output(wrapped(NotificationDevice))
    .errors(failsWith('PushEndpointRefused', 'TooManyDevices')),

  renameDevice: signedIn()
    .route({ method: 'POST', path: '/notifications/Devices/rename', summary: 'Renames a device', ...service })
    .input(z.object({ deviceID: z.uuid(), name: words().min(1).max(60) }))
    .output(wrapped(NotificationDevice))
    .errors(failsWith('DeviceNotFound')),

  testDevice: signedIn()
    .route({
      method: 'POST',
      path: '/notifications/Devices/test',
      summary: 'Sends a test notification to a device',
      ...service,
    })
    .input(z.object({ deviceID: z.uuid() }))
    .output(wrapped(z.null()))
    .errors(failsWith('DeviceNotFound')),

  removeDevice: signedIn()
    .route({ method: 'POST', path: '/notifications/Devices/remove', summary: 'Removes a device', ...service })
    .input(z.object({ deviceID: z.uuid() }))
    .output(wrapped(z.null()))
    .errors(failsWith('DeviceNotFound')),

  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/notifications/Notification/get-list',
      summary: 'Lists the caller’s notifications, newest first',
      ...service,
    })
    .input(
      z.object({
        pageSize: z.int().min(1).max(100).default(NOTIFICATION_PAGE_SIZE),
        cursor: z.string().max(100).optional(),
        isUnreadOnly: z.boolean().default(false),
        locationIDs: z.array(z.uuid()).max(500).optional(),
      }),
    )
    .output(
      wrappedPage(
        z.object({
          notifications: z.array(ListedNotification),
          unreadCount: z.int().describe('At all locations.'),
        }),
      ),
    )
    .errors(failsWith('InvalidInput')),

  getUnreadCount: signedIn()
    .route({
      method: 'GET',
      path: '/notifications/Notification/get-unread-count',
      summary: 'Counts the caller’s unread notifications',
      ...service,
    })
    .output(wrapped(z.object({ unreadCount: z.int() }))),

  markRead: signedIn()
    .route({
      method: 'POST',
      path: '/notifications/Notification/mark-read',
      summary: 'Marks a notification read on all of the caller’s devices',
      ...service,
    })
    .input(z.object({ notificationID: z.uuid() }))
    .output(wrapped(z.object({ unreadCount: z.int() })))
    .errors(failsWith('NotificationNotFound')),

  markAllRead: signedIn()
    .route({
      method: 'POST',
      path: '/notifications/Notification/mark-all-read',
      summary: 'Marks all of the caller’s notifications read, or those of the given locations',
      ...service,
    })
    .input(z.object({ locationIDs: z.array(z.uuid()).max(500).optional() }))
    .output(wrapped(z.object({ unreadCount: z.int() }))),
}
