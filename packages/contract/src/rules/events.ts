import type { Permission } from './permissions.ts'

/** Subjects of setting changes. */
export const SETTING_SUBJECTS = [
  'business-hours',
  'conversation-configs',
  'contact-statuses',
  'contact-fields',
  'templates',
  'blocked-numbers',
  'sending',
  'labels',
  'folders',
  'views',
  'contact-segments',
  'booking-views',
  'phone-numbers',
  'review-invite',
  'marketing',
  'opt-in-keywords',
  'booking-services',
  'booking-resources',
  'bookings',
  'booking-calendars',
  'payments',
] as const
export type SettingSubject = (typeof SETTING_SUBJECTS)[number]

/** Permissions required to read a setting; the whole team can read the others. */
export const SETTING_PERMISSIONS: Partial<Record<SettingSubject, Permission>> = {
  'blocked-numbers': 'admin_manage_settings',
}
