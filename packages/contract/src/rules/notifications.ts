import type { Notification, NotificationPreferences, NotificationSetting } from '../api/notifications.ts'
import { keysOf } from './keys.ts'

/** Notification channels (configTypeID). A phone's browser counts as `mobile-app`, like an installed app. */
export const NOTIFICATION_CHANNELS = ['desktop', 'email', 'mobile-app'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

const EVERYWHERE = { desktop: true, email: true, 'mobile-app': true }
const NOT_BY_EMAIL = { desktop: true, email: false, 'mobile-app': true }

/** Notification kinds and their default channels. */
export const NOTIFICATION_KINDS = {
  'new-message': EVERYWHERE,
  'new-message-unassigned': EVERYWHERE,
  'new-message-others': { desktop: false, email: false, 'mobile-app': false },
  'conversation-assigned': EVERYWHERE,
  mentioned: EVERYWHERE,
  'message-failed': NOT_BY_EMAIL,
  'teammate-joined': { desktop: true, email: false, 'mobile-app': false },
  'booking-new': EVERYWHERE,
  'booking-moved': EVERYWHERE,
  'booking-cancelled': EVERYWHERE,
  'booking-to-approve': EVERYWHERE,
  'calendar-broken': EVERYWHERE,
  'payment-paid': NOT_BY_EMAIL,
  'payment-failed': NOT_BY_EMAIL,
  'payment-underpaid': EVERYWHERE,
  'estimate-approved': EVERYWHERE,
  'estimate-approved-late': EVERYWHERE,
  'estimate-declined': EVERYWHERE,
  'refund-to-approve': EVERYWHERE,
  'refund-failed': EVERYWHERE,
  'receipt-failed': EVERYWHERE,
  'payment-link-failed': EVERYWHERE,
  'payment-to-check': EVERYWHERE,
  'payment-disputed': EVERYWHERE,
  'payout-failed': EVERYWHERE,
  'campaign-to-approve': EVERYWHERE,
  'campaign-not-sent': EVERYWHERE,
} as const satisfies Record<string, Record<NotificationChannel, boolean>>
export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export const NOTIFICATION_KIND_KEYS = keysOf(NOTIFICATION_KINDS)

/** Returns the notificationTypeID, such as `desktop-new-message`. */
export type NotificationTypeID = `${NotificationChannel}-${NotificationKind}`
export const notificationTypeID = (channel: NotificationChannel, kind: NotificationKind): NotificationTypeID =>
  `${channel}-${kind}`

type Settings = readonly Pick<NotificationSetting, 'notificationTypeID' | 'isEnabled'>[]

/** Shared by the server's emails and pushes and the web app's sounds and toasts. */
export const notificationRules = {
  /** Kind of the notification about a contact's message for a user. */
  kindOfMessage: (userId: string, toUserID: string | null): NotificationKind =>
    toUserID === userId ? 'new-message' : toUserID === null ? 'new-message-unassigned' : 'new-message-others',

  isOn: (settings: Settings, channel: NotificationChannel, kind: NotificationKind): boolean => {
    const id = notificationTypeID(channel, kind)
    return (
      settings.find(({ notificationTypeID: saved }) => saved === id)?.isEnabled ?? NOTIFICATION_KINDS[kind][channel]
    )
  },

  /** Whether any channel is on; otherwise the notification is not stored. */
  isOnAnywhere: (settings: Settings, kind: NotificationKind): boolean =>
    NOTIFICATION_CHANNELS.some((channel) => notificationRules.isOn(settings, channel, kind)),

  /** End of the quiet hours in effect at an instant; null outside of them. */
  quietUntil: (preferences: NotificationPreferences, at: string): string | null => {
    if (!preferences.quietHoursEnabled) return null
    const now = Temporal.Instant.from(at).toZonedDateTimeISO(preferences.timeZone)
    const from = Temporal.PlainTime.from(preferences.quietFrom)
    const until = Temporal.PlainTime.from(preferences.quietUntil)
    const isOvernight = Temporal.PlainTime.compare(until, from) <= 0
    // Quiet hours that began yesterday may extend into today.
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

/** Tag of an alert; a new alert replaces the one with the same tag. At most 32 characters without its prefix. */
export const notificationTag = ({
  conversationSid,
  notificationID,
}: Pick<Notification, 'conversationSid' | 'notificationID'>): string =>
  conversationSid ?? `NT${notificationID.replaceAll('-', '')}`

/** JSON payload of a push to the service worker. */
export type PushPayload =
  | { type: 'show'; title: string; body: string; tag: string; url: string; badge: number }
  | { type: 'close'; tag: string; badge: number }

/** Retention of read and unread notifications. */
export const NOTIFICATION_KEPT_READ_DAYS = 90
export const NOTIFICATION_KEPT_UNREAD_DAYS = 180
