/** Spec section 9. Where a conversation came from; the channels that have no feature yet match nothing. */
export const CONVERSATION_SOURCES = [
  'sms',
  'voicecall',
  'webchat',
  'popup',
  'messenger',
  'instagram',
  'google',
] as const

export const OPEN_CLOSE_STATES = ['open', 'closed', 'all'] as const

export const CONVERSATION_ORDERS = ['latestMessageDateUTC', 'needsAnswerSince'] as const
