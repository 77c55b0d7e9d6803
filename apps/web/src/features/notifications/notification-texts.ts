import type { NotificationChannel, NotificationKind } from '@frontdesk/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const KIND_TEXTS: Record<NotificationKind, { label: MessageDescriptor; text: MessageDescriptor }> = {
  'new-message': {
    label: msg`New message for you`,
    text: msg`In a conversation that is assigned to you`,
  },
  'new-message-unassigned': {
    label: msg`New message, not assigned`,
    text: msg`In a conversation that waits for somebody to take it`,
  },
  'new-message-others': {
    label: msg`New message for a teammate`,
    text: msg`In a conversation that is assigned to somebody else`,
  },
  'conversation-assigned': {
    label: msg`Handed to you`,
    text: msg`A teammate gave you a conversation`,
  },
  mentioned: {
    label: msg`You were mentioned`,
    text: msg`A teammate called you by name in a note`,
  },
  'message-failed': {
    label: msg`Message not delivered`,
    text: msg`One you wrote did not arrive`,
  },
  'teammate-joined': {
    label: msg`New teammate`,
    text: msg`Somebody joined your team`,
  },
}

export const CHANNEL_TEXTS: Record<NotificationChannel, MessageDescriptor> = {
  desktop: msg`Desktop`,
  'mobile-app': msg`Phone`,
  email: msg`E-mail`,
}
