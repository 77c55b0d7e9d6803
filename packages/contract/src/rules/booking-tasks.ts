/**
 * `call`: a reminder did not reach the contact. `opted-out`: the contact opted out of texts shortly before a visit.
 * `unpaid`: the payment that a teammate asked for when booking the visit did not come in time. `wrong-time`: the time
 * zone changed, so the visit no longer starts at the agreed local time, and that time is taken. `reassign`: the
 * teammate of the visit left.
 */
export const BOOKING_TASK_KINDS = ['call', 'opted-out', 'unpaid', 'wrong-time', 'reassign'] as const
export type BookingTaskKind = (typeof BOOKING_TASK_KINDS)[number]

/** Why the text of a reminder did not reach the contact of a visit. */
export const TEXT_PROBLEMS = [
  'undelivered',
  'opted-out',
  'landline',
  'unreachable',
  'blocked',
  'too-late',
  'not-sent',
] as const
export type TextProblem = (typeof TEXT_PROBLEMS)[number]

/** Why nothing reached them: `mail-failed`, nor did the mail that replaced the text. */
const REMINDER_PROBLEMS = [...TEXT_PROBLEMS, 'mail-failed'] as const
export type ReminderProblem = (typeof REMINDER_PROBLEMS)[number]

export const BOOKING_TASK_REASONS = [...REMINDER_PROBLEMS, 'unpaid', 'taken', 'teammate-left'] as const
export type BookingTaskReason = (typeof BOOKING_TASK_REASONS)[number]

/** Open tasks that are shown at once, those of the next visits first. */
export const BOOKING_TASKS_MAX = 100
