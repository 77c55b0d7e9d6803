/** Sources of conversations; those of channels without a feature match nothing yet. */
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
