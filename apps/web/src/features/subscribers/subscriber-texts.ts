import type { SubscriberSource, SubscriberState } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const STATE_TEXTS: Record<SubscriberState, MessageDescriptor> = {
  subscribed: msg`Subscribed`,
  pending: msg`Waiting for confirmation`,
  unsubscribed: msg`Unsubscribed`,
}

export const SOURCE_TEXTS: Record<SubscriberSource, MessageDescriptor> = {
  keyword: msg`Keyword`,
  'first-text': msg`First text`,
  text: msg`By text`,
  page: msg`Booking page`,
  teammate: msg`Added by a teammate`,
  import: msg`Import`,
}
