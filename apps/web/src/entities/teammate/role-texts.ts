import type { Role } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const ROLE_TEXTS: Record<Role, MessageDescriptor> = {
  Owner: msg`Owner`,
  Manager: msg`Manager`,
  TeamMember: msg`Team Member`,
  LocationAdmin: msg`Location Admin`,
  TeamLeader: msg`Team Leader`,
  Contributor: msg`Contributor`,
}
