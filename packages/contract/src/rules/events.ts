import type { Permission } from './permissions.ts'

/** What a changed setting is about. */
export const SETTING_SUBJECTS = [
  'business-hours',
  'conversation-configs',
  'contact-statuses',
  'templates',
  'blocked-numbers',
  'sending',
  'labels',
  'folders',
  'views',
  'phone-numbers',
] as const
export type SettingSubject = (typeof SETTING_SUBJECTS)[number]

/** The permission that reading a setting takes; all others can be read by the whole team. */
export const SETTING_PERMISSIONS: Partial<Record<SettingSubject, Permission>> = {
  'blocked-numbers': 'admin_manage_settings',
}
