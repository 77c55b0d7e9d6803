import { SEND_GATE_REASONS } from './delivery.ts'

/** Time in which sending can be undone. */
export const UNDO_SEND_SECONDS = 5
/** A message later than this stops until a teammate decides, because it may be outdated. */
export const SCHEDULE_LATE_MS = 60 * 60_000
export const SCHEDULE_AHEAD_MAX_DAYS = 366
export const SCHEDULED_PER_CONVERSATION_MAX = 50

/** `undo`: sent by a user, can still be undone. `automatic`: sent by a rule, held for quiet hours. */
export const SCHEDULED_KINDS = ['scheduled', 'undo', 'automatic'] as const
/** `held` and `stopped` have `reasons`; a stopped message waits for a teammate's decision. */
export const SCHEDULED_STATES = ['waiting', 'held', 'stopped', 'sent', 'cancelled'] as const
export const STOP_REASONS = [...SEND_GATE_REASONS, 'too-late', 'payment-closed', 'payment-contact-changed'] as const
export type StopReason = (typeof STOP_REASONS)[number]
