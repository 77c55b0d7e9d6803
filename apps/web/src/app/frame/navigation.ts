import { can, type Permission, type Viewer } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type Icon,
  IconAddressBook,
  IconCalendarEvent,
  IconInbox,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import type { FileRoutesByTo } from '../../routeTree.gen.ts'

/** Routes of one segment, without those that other screens lead to: the menus, the bell, the rail of the inbox. */
type MainPath = Exclude<
  keyof FileRoutesByTo,
  `/${string}/${string}` | '/' | '/$' | '/logout' | '/dev-admin' | '/menu' | '/notifications' | '/undelivered'
>

interface Destination {
  to: MainPath
  /** Paths below this one mark the destination as current. */
  under: string
  label: MessageDescriptor
  icon: Icon
  /** On a phone it is in the menu, because the bar has no room for it. */
  isOnlyInMenu?: boolean
  /** Any one of them is enough. */
  permissions?: readonly Permission[]
}

const LISTED = [
  { to: '/conversations', under: '/conversations', label: msg`Inbox`, icon: IconInbox },
  { to: '/contacts', under: '/contacts', label: msg`Contacts`, icon: IconAddressBook },
  { to: '/groups', under: '/groups', label: msg`Groups`, icon: IconUsersGroup },
  { to: '/marketing', under: '/marketing', label: msg`Marketing`, icon: IconSpeakerphone, isOnlyInMenu: true },
  { to: '/bookings', under: '/bookings', label: msg`Bookings`, icon: IconCalendarEvent, isOnlyInMenu: true },
  {
    to: '/payments',
    under: '/payments',
    label: msg`Payments`,
    icon: IconReceipt,
    isOnlyInMenu: true,
    permissions: ['payments_manage', 'payments_manage_estimates'],
  },
  {
    to: '/team',
    under: '/team',
    label: msg`Team`,
    icon: IconUsers,
    permissions: [SCREEN_PERMISSIONS['/team?tab=team-list'], SCREEN_PERMISSIONS['/team?tab=role-list']],
  },
  { to: '/settings', under: '/settings', label: msg`Settings`, icon: IconSettings },
] as const satisfies readonly Destination[]

/** All main screens. A route of one segment that is neither listed nor led to by another screen does not compile. */
const DESTINATIONS: MainPath extends (typeof LISTED)[number]['to'] ? readonly Destination[] : never = LISTED

/** Only entries that the role may see. */
export const destinationsFor = (me: Viewer) =>
  DESTINATIONS.filter(({ permissions }) => !permissions || permissions.some((permission) => can(me, permission)))
