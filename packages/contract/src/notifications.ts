import { z } from 'zod'
import { endpoint, failsWith, wrapped, wrappedPage } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { words } from './words.ts'

/** Where a notification can reach somebody (spec: configTypeID). An installed phone app is a `mobile-app`, as is a phone's browser. */
export const NOTIFICATION_CHANNELS = ['desktop', 'email', 'mobile-app'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

/** What there is to tell, and where it is told before anybody chose. */
export const NOTIFICATION_KINDS = {
  'new-message': { desktop: true, email: true, 'mobile-app': true },
  'new-message-unassigned': { desktop: true, email: true, 'mobile-app': true },
  'new-message-others': { desktop: false, email: false, 'mobile-app': false },
  'conversation-assigned': { desktop: true, email: true, 'mobile-app': true },
  mentioned: { desktop: true, email: true, 'mobile-app': true },
  'message-failed': { desktop: true, email: false, 'mobile-app': true },
  'teammate-joined': { desktop: true, email: false, 'mobile-app': false },
} as const satisfies Record<string, Record<NotificationChannel, boolean>>
export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export const NOTIFICATION_KIND_KEYS = Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]]

/** Spec: notificationTypeID, such as `desktop-new-message`. */
export type NotificationTypeID = `${NotificationChannel}-${NotificationKind}`
export const notificationTypeID = (channel: NotificationChannel, kind: NotificationKind): NotificationTypeID =>
  `${channel}-${kind}`
const TYPE_IDS = NOTIFICATION_CHANNELS.flatMap((channel) =>
  NOTIFICATION_KIND_KEYS.map((kind) => notificationTypeID(channel, kind)),
)

const TypeID = z.enum(TYPE_IDS as [NotificationTypeID, ...NotificationTypeID[]])
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

/** One person's own: when nothing may sound, ring or be mailed, in their own time. */
export const NotificationPreferences = z.object({
  timeZone: z.string().min(1).max(60),
  isSoundOn: z.boolean(),
  quietHoursEnabled: z.boolean(),
  quietFrom: z.string().regex(TIME).describe('Local time, such as 22:00.'),
  quietUntil: z.string().regex(TIME).describe('On the next day if it is not later than quietFrom.'),
  quietDays: z.array(z.int().min(1).max(7)).max(7).describe('Days on which quiet hours start; 1 is Monday.'),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

type Settings = readonly Pick<NotificationSetting, 'notificationTypeID' | 'isEnabled'>[]

/** Pure, so that the server's mails and pushes and the screen's sound and toast follow one rule. */
export const notificationRules = {
  /** What kind of news a contact's message in this conversation is to somebody. */
  kindOfMessage: (userId: string, toUserID: string | null): NotificationKind =>
    toUserID === userId ? 'new-message' : toUserID === null ? 'new-message-unassigned' : 'new-message-others',

  isOn: (settings: Settings, channel: NotificationChannel, kind: NotificationKind): boolean => {
    const id = notificationTypeID(channel, kind)
    return (
      settings.find(({ notificationTypeID: saved }) => saved === id)?.isEnabled ?? NOTIFICATION_KINDS[kind][channel]
    )
  },

  /** Whether it is told anywhere at all; what is off everywhere is not collected either. */
  isOnAnywhere: (settings: Settings, kind: NotificationKind): boolean =>
    NOTIFICATION_CHANNELS.some((channel) => notificationRules.isOn(settings, channel, kind)),

  /** The end of the quiet hours that hold at this instant, or null while none do. */
  quietUntil: (preferences: NotificationPreferences, at: string): string | null => {
    if (!preferences.quietHoursEnabled) return null
    const now = Temporal.Instant.from(at).toZonedDateTimeISO(preferences.timeZone)
    const from = Temporal.PlainTime.from(preferences.quietFrom)
    const until = Temporal.PlainTime.from(preferences.quietUntil)
    const isOvernight = Temporal.PlainTime.compare(until, from) <= 0
    // The hours that began yesterday may reach into today.
    for (const day of [now.toPlainDate().subtract({ days: 1 }), now.toPlainDate()]) {
      if (!preferences.quietDays.includes(day.dayOfWeek)) continue
      const start = day.toZonedDateTime({ timeZone: preferences.timeZone, plainTime: from })
      const end = day
        .add({ days: isOvernight ? 1 : 0 })
        .toZonedDateTime({ timeZone: preferences.timeZone, plainTime: until })
      const hasBegun = Temporal.ZonedDateTime.compare(start, now) <= 0
      if (hasBegun && Temporal.ZonedDateTime.compare(now, end) < 0) {
        return end.toInstant().toString({ smallestUnit: 'millisecond' })
      }
    }
    return null
  },
}

/** A browser or installed app that may be reached while Frontdesk is closed. */
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
  conversationSid: ConversationSid.nullable().describe('null: it is about the team.'),
  title: z.string().describe('Name of the contact or teammate it is about.'),
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
    .describe('Location of the conversation, whose time zone applies; null for news about the team.'),
})
export type ListedNotification = z.infer<typeof ListedNotification>

/** Alerts with one tag take each other's place: one for each conversation. At most 32 characters without its prefix. */
export const notificationTag = ({
  conversationSid,
  notificationID,
}: Pick<Notification, 'conversationSid' | 'notificationID'>): string =>
  conversationSid ?? `NT${notificationID.replaceAll('-', '')}`

/** What a push carries to the service worker, as JSON. */
export type PushPayload =
  | { type: 'show'; title: string; body: string; tag: string; url: string; badge: number }
  | { type: 'close'; tag: string; badge: number }

/** What was read is kept so long after, and what nobody read so long. */
export const NOTIFICATION_KEPT_READ_DAYS = 90
export const NOTIFICATION_KEPT_UNREAD_DAYS = 180

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
