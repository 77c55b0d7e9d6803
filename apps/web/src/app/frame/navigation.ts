import { can, type Permission, type Viewer } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Icon, IconAddressBook, IconInbox, IconSettings, IconUsers } from '@tabler/icons-react'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'

interface Destination {
  to: '/conversations' | '/contacts' | '/team' | '/settings'
  /** Paths below this one mark the destination as current. */
  under: string
  label: MessageDescriptor
  icon: Icon
  /** Any one of them is enough. */
  permissions?: readonly Permission[]
}

const DESTINATIONS: readonly Destination[] = [
  { to: '/conversations', under: '/conversations', label: msg`Inbox`, icon: IconInbox },
  { to: '/contacts', under: '/contacts', label: msg`Contacts`, icon: IconAddressBook },
  {
    to: '/team',
    under: '/team',
    label: msg`Team`,
    icon: IconUsers,
    permissions: [SCREEN_PERMISSIONS['/team?tab=team-list'], SCREEN_PERMISSIONS['/team?tab=role-list']],
  },
  { to: '/settings', under: '/settings', label: msg`Settings`, icon: IconSettings },
]

/** Only entries that the role may see. */
export const destinationsFor = (me: Viewer) =>
  DESTINATIONS.filter(({ permissions }) => !permissions || permissions.some((permission) => can(me, permission)))
