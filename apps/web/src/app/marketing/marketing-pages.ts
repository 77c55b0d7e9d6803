import { can, type Permission, type Viewer } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import type { FileRoutesByTo } from '../../routeTree.gen.ts'

/** Routes of the marketing area, without the second address of the campaigns and those that a page leads to. */
type MarketingPath = Exclude<
  Extract<keyof FileRoutesByTo, '/marketing' | `/marketing/${string}`>,
  | `/marketing/${string}/$${string}`
  | '/marketing/campaigns'
  | '/marketing/create-campaign'
  | '/marketing/automations/new'
>

/** The order of the groups in the sub-navigation. */
export const MARKETING_GROUPS = {
  send: msg`Send`,
  audience: msg`Audience`,
  setup: msg`Set up`,
} as const

interface MarketingPage {
  to: MarketingPath
  group: keyof typeof MARKETING_GROUPS
  label: MessageDescriptor
  /** Other search terms. */
  words: MessageDescriptor
  /** Other pages say that the role lacks access. */
  permission?: Permission
}

const LISTED = [
  { to: '/marketing', group: 'send', label: msg`Campaigns`, words: msg`blast bulk offer newsletter` },
  {
    to: '/marketing/automations',
    group: 'send',
    label: msg`Automations`,
    words: msg`follow-up rule reopen webchat`,
    permission: SCREEN_PERMISSIONS['/marketing/automations'],
  },
  {
    to: '/marketing/group-messaging/manage',
    group: 'send',
    label: msg`Groups`,
    words: msg`group messaging list members`,
  },
  {
    to: '/marketing/group-messaging/messages',
    group: 'send',
    label: msg`Group messages`,
    words: msg`sent to groups outcomes replies`,
  },
  {
    to: '/marketing/subscribers',
    group: 'audience',
    label: msg`Subscribers`,
    words: msg`opt-in consent agreed unsubscribe audience`,
  },
  {
    to: '/marketing/opt-in-keyword',
    group: 'audience',
    label: msg`Opt-in keywords`,
    words: msg`text to join QR code growth tool double opt-in`,
  },
  { to: '/marketing/tools', group: 'audience', label: msg`Tools`, words: msg`link QR import opt-outs grow` },
  {
    to: '/marketing/get-started',
    group: 'setup',
    label: msg`Get started`,
    words: msg`business verification registration usage package texts this month`,
  },
  {
    to: '/marketing/settings',
    group: 'setup',
    label: msg`Marketing settings`,
    words: msg`subscription texts welcome double opt-in question quiet hours`,
  },
] as const satisfies readonly MarketingPage[]

/** All pages of the sub-navigation. A marketing route that no page lists or leads to does not compile. */
export const MARKETING_PAGES: MarketingPath extends (typeof LISTED)[number]['to'] ? readonly MarketingPage[] : never =
  LISTED

/** Only pages that the role may see. */
export const marketingPagesFor = (me: Viewer) =>
  MARKETING_PAGES.filter(({ permission }) => !permission || can(me, permission))
