export const NOTE_MAX = 10_000
export const NOTE_MENTIONS_MAX = 20

/** Outcomes of a call in a conversation. */
export const CALL_STATES = ['incoming', 'starting_call', 'answered', 'ignored', 'not_answered'] as const
export type CallState = (typeof CALL_STATES)[number]

/** States that booking cards in conversations report. */
export const BOOKING_STATES = [
  'requested',
  'booked',
  'confirmed',
  'rescheduled',
  'arrived',
  'cancelled',
  'declined',
  'no-show',
  'completed',
] as const
export type BookingState = (typeof BOOKING_STATES)[number]
export const AI_UPDATE_KINDS = ['answered', 'handed-over', 'paused', 'resumed', 'suggested'] as const
export const REVIEW_SOURCES = ['google', 'facebook', 'yelp'] as const
export const PAYMENT_STATES = [
  'sent',
  'sent-reminder',
  'viewed',
  'approved',
  'approved-late',
  'declined',
  'expired',
  'partly-paid',
  'paid',
  'marked-as-paid',
  'partly-refunded',
  'refunded',
  'cancelled',
  'processing',
  'failed',
  'refund-failed',
  'disputed',
  'dispute-won',
  'dispute-lost',
] as const

export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Maximum length of a quote. */
export const QUOTE_MAX = 200
