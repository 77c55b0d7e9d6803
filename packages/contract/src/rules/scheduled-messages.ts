import { SEND_GATE_REASONS } from './delivery.ts'

/** So long a text of somebody who wants to can be taken back. */
export const UNDO_SEND_SECONDS = 5
/** What could not go out at its time and is this late asks first: the answer may be wrong by now. */
export const SCHEDULE_LATE_MS = 60 * 60_000
export const SCHEDULE_AHEAD_MAX_DAYS = 366
export const SCHEDULED_PER_CONVERSATION_MAX = 50

/** `undo`: sent, and still to be taken back. `automatic`: by a rule of the business, waiting for the morning. */
export const SCHEDULED_KINDS = ['scheduled', 'undo', 'automatic'] as const
/** `held` and `stopped` say why in `reasons`; a stopped one waits for a person. */
export const SCHEDULED_STATES = ['waiting', 'held', 'stopped', 'sent', 'cancelled'] as const
export const STOP_REASONS = [...SEND_GATE_REASONS, 'too-late'] as const
export type StopReason = (typeof STOP_REASONS)[number]
