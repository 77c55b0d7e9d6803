import type { ConversationConfigs } from '../api/conversation-configs.ts'

/** Choices of idle time after which a conversation is closed automatically. */
export const AUTO_CLOSE_OPTIONS = ['never', '1-day', '3-days', '7-days', '14-days', '1-month'] as const
export type AutoClose = (typeof AUTO_CLOSE_OPTIONS)[number]

export const DEFAULT_CONVERSATION_CONFIGS: Omit<ConversationConfigs, 'version'> = {
  replyOnNewMessage: {
    isEnabled: false,
    message: 'Thank you for your message! Someone from :business_name: will reply here shortly.',
  },
  replyOnNewPopUpSubscriberMessage: {
    isEnabled: false,
    message: 'Thank you for subscribing to :business_name:! Reply REMOVE to unsubscribe (or STOP).',
  },
  directMessageAutoSubscribeMessage: {
    isEnabled: false,
    message:
      'Would you like offers from :business_name: by text? Reply YES to subscribe. Msg & data rates may apply. Reply REMOVE to unsubscribe (or STOP).',
  },
  autoClose: 'never',
  isAutoAssign: false,
  autoAssignUserIDs: null,
  autoAssignCapacity: null,
  isAutoAssignOnlyPresent: false,
  isAutoAssignInHours: false,
  reassignAfterMinutes: null,
  reopenKeepsAssignee: true,
  autoCloseMessage: {
    isEnabled: false,
    message: "Thanks for texting us! We're closing this conversation for now. Text us anytime to pick it back up.",
  },
  isAIAutoReplies: false,
  translateTo: null,
}
