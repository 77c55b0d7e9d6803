import { can, type Permission, type Viewer } from '@frontdesk/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Icon, IconInbox, IconSettings } from '@tabler/icons-react'

interface Place {
  to: '/conversations' | '/settings'
  /** Where the place counts as the present one. */
  under: string
  label: MessageDescriptor
  icon: Icon
  permission?: Permission
}

const PLACES: readonly Place[] = [
  { to: '/conversations', under: '/conversations', label: msg`Inbox`, icon: IconInbox },
  {
    to: '/settings',
    under: '/settings',
    label: msg`Settings`,
    icon: IconSettings,
    permission: 'admin_manage_settings',
  },
]

/** Only what the role may see. */
export const placesFor = (me: Viewer) => PLACES.filter(({ permission }) => !permission || can(me, permission))
