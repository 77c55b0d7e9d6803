import type { ConversationCriteria } from '@frontdesk/contract/api'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Source = NonNullable<ConversationCriteria['sources']>[number]

export const SOURCE_TEXTS: Record<Source, MessageDescriptor> = {
  sms: msg`Text message`,
  voicecall: msg`Phone call`,
  webchat: msg`Webchat`,
  popup: msg`Pop-up`,
  messenger: msg`Messenger`,
  instagram: msg`Instagram`,
  google: msg`Google`,
}

/** The existing channels; others are added with their features. */
export const PRESENT_SOURCES: readonly Source[] = ['sms']
