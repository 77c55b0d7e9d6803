import type { ResourceKind } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const RESOURCE_GROUP_TEXTS: Record<ResourceKind, MessageDescriptor> = {
  teammate: msg`Teammates`,
  room: msg`Rooms`,
  equipment: msg`Equipment`,
}
