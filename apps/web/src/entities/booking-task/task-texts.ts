import type { BookingMailKind, BookingTaskKind, ReminderProblem } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const TASK_TEXTS: Record<BookingTaskKind, MessageDescriptor> = {
  call: msg`Call to remind them of this visit`,
  'opted-out': msg`Opted out of texts. Ask whether they are coming`,
}

/** What is shown of a task in the history of its visit. */
export const TASK_NAMES: Record<BookingTaskKind, MessageDescriptor> = {
  call: msg`Call, because the reminder wasn’t delivered`,
  'opted-out': msg`Opted out of texts before the visit`,
}

/** Mails about a visit. */
export const MAIL_TEXTS: Record<BookingMailKind, MessageDescriptor> = {
  booked: msg`Confirmation`,
  rescheduled: msg`New time`,
  cancelled: msg`Cancellation`,
  reminder: msg`Reminder, sent because the text wasn’t delivered`,
}

/** Why a reminder did not reach the contact. */
export const PROBLEM_TEXTS: Record<ReminderProblem, MessageDescriptor> = {
  undelivered: msg`The text was undelivered`,
  'opted-out': msg`They opted out of texts`,
  landline: msg`The number is a landline`,
  unreachable: msg`The number cannot be reached`,
  blocked: msg`The number is blocked`,
  'too-late': msg`It was too late to text`,
  'not-sent': msg`The text could not be sent`,
  'mail-failed': msg`Neither the text nor the email arrived`,
}
