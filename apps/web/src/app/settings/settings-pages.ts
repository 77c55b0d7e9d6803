import { can, isAccountHolder, mayExportEverything, type Permission, type Viewer } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import type { FileRoutesByTo } from '../../routeTree.gen.ts'

/** The order of the groups in the sub-navigation. */
export const SETTINGS_GROUPS = {
  you: msg`You`,
  business: msg`Business`,
  inbox: msg`Inbox`,
  phone: msg`Phone numbers`,
} as const

/** Settings routes, without those that a page leads to. */
type SettingsPath = Exclude<Extract<keyof FileRoutesByTo, `/settings/${string}`>, '/settings/location/add'>

export interface SettingsPage {
  to: SettingsPath
  group: keyof typeof SETTINGS_GROUPS
  label: MessageDescriptor
  /** Other search terms. */
  words: MessageDescriptor
  isForAccountHolder?: true
  isForExport?: true
}

const LISTED = [
  {
    to: '/settings/profile',
    group: 'you',
    label: msg`Profile`,
    words: msg`name picture avatar photo account`,
  },
  {
    to: '/settings/notification-settings',
    group: 'you',
    label: msg`Notifications`,
    words: msg`desktop phone email e-mail sound quiet hours do not disturb alerts push`,
  },
  {
    to: '/settings/devices',
    group: 'you',
    label: msg`Devices`,
    words: msg`browser phone push test remove`,
  },
  {
    to: '/settings/security',
    group: 'you',
    label: msg`Security`,
    words: msg`password email e-mail two-step sign-in code recovery sessions devices sign out`,
  },
  {
    to: '/settings/conversations',
    group: 'inbox',
    label: msg`Conversations`,
    words: msg`automatic reply new message assign round-robin close idle greeting folders translate`,
  },
  {
    to: '/settings/templates',
    group: 'inbox',
    label: msg`Templates`,
    words: msg`canned answer saved reply snippet variable`,
  },
  {
    to: '/settings/labels',
    group: 'inbox',
    label: msg`Labels`,
    words: msg`tag mark color contact lead follow-up`,
  },
  {
    to: '/settings/sending',
    group: 'inbox',
    label: msg`Sending and links`,
    words: msg`quiet hours night time zone price cost segment short link shortener domain clicks`,
  },
  {
    to: '/settings/location',
    group: 'business',
    label: msg`Locations`,
    words: msg`address branch store time zone website review link color`,
  },
  {
    to: '/settings/business-hours',
    group: 'business',
    label: msg`Business hours`,
    words: msg`open closed holiday weekend after-hours response automatic answer`,
  },
  {
    to: '/settings/payments-settings',
    group: 'business',
    label: msg`Payments`,
    words: msg`invoice estimate tax currency number terms deposit tip item color`,
  },
  {
    to: '/settings/billing-and-plans',
    group: 'business',
    label: msg`Plan`,
    words: msg`billing trial subscription upgrade seats price pay`,
  },
  {
    to: '/settings/audit',
    group: 'business',
    label: msg`Audit log`,
    words: msg`who did what history changes sign-ins exports security`,
  },
  {
    to: '/settings/contacts',
    group: 'inbox',
    label: msg`Contacts`,
    words: msg`custom fields properties tags rename merge labels statuses import duplicates`,
  },
  {
    to: '/settings/contacts/statuses',
    group: 'inbox',
    label: msg`Contact statuses`,
    words: msg`lead won lost pipeline stage`,
  },
  {
    to: '/settings/contacts/blocked-numbers',
    group: 'inbox',
    label: msg`Blocked numbers`,
    words: msg`spam block unblock`,
  },
  {
    to: '/settings/frontdesk-phone-numbers',
    group: 'phone',
    label: msg`Numbers and carrier`,
    words: msg`phone number buy connect Twilio carrier account`,
  },
  {
    to: '/settings/export',
    group: 'business',
    label: msg`Export everything`,
    words: msg`download data backup leave zip csv contacts messages files`,
    isForExport: true,
  },
  {
    to: '/settings/delete-account',
    group: 'business',
    label: msg`Delete account`,
    words: msg`close cancel leave export data download everything`,
    isForAccountHolder: true,
  },
] as const satisfies readonly SettingsPage[]

/** All settings pages. A settings route that is not listed does not compile. */
const SETTINGS_PAGES: SettingsPath extends (typeof LISTED)[number]['to'] ? readonly SettingsPage[] : never = LISTED

const PERMISSIONS: { [To in SettingsPath]?: Permission } = SCREEN_PERMISSIONS

/** Only pages that the role may use. */
export const settingsPagesFor = (me: Viewer): SettingsPage[] =>
  SETTINGS_PAGES.filter(({ to, isForAccountHolder, isForExport }) => {
    const permission = PERMISSIONS[to]
    return (
      (!permission || can(me, permission)) &&
      (!isForAccountHolder || isAccountHolder(me)) &&
      (!isForExport || mayExportEverything(me))
    )
  })
