/** `call`: a reminder did not reach the contact. `opted-out`: the contact opted out of texts shortly before a visit. */
export const BOOKING_TASK_KINDS = ['call', 'opted-out'] as const
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
export const REMINDER_PROBLEMS = [...TEXT_PROBLEMS, 'mail-failed'] as const
export type ReminderProblem = (typeof REMINDER_PROBLEMS)[number]

/** Open tasks that are shown at once, those of the next visits first. */
export const BOOKING_TASKS_MAX = 100
