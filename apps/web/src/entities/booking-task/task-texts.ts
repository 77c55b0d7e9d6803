import type { BookingMailKind, BookingTaskKind, BookingTaskReason } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const TASK_TEXTS: Record<BookingTaskKind, MessageDescriptor> = {
  call: msg`Call to remind them of this visit`,
  'opted-out': msg`Opted out of texts. Ask whether they are coming`,
  unpaid: msg`The payment requested at booking wasn’t made in time`,
  'wrong-time': msg`The time zone changed, and the agreed time is already taken. Arrange a new time`,
  reassign: msg`Move this visit to another teammate`,
}

/** Names of tasks in the history of their visit. */
export const TASK_NAMES: Record<BookingTaskKind, MessageDescriptor> = {
  call: msg`Call, because the reminder wasn’t delivered`,
  'opted-out': msg`Opted out of texts before the visit`,
  unpaid: msg`Not paid in time`,
  'wrong-time': msg`Arrange a new time, because the time zone changed`,
  reassign: msg`Move to another teammate`,
}

/** Mails about a visit. */
export const MAIL_TEXTS: Record<BookingMailKind, MessageDescriptor> = {
  booked: msg`Confirmation`,
  rescheduled: msg`New time`,
  cancelled: msg`Cancellation`,
  declined: msg`Request declined`,
  reminder: msg`Reminder, sent because the text wasn’t delivered`,
}

/** Why a reminder did not reach the contact. */
export const PROBLEM_TEXTS: Record<BookingTaskReason, MessageDescriptor> = {
  undelivered: msg`The text was undelivered`,
  'opted-out': msg`They opted out of texts`,
  landline: msg`The number is a landline`,
  unreachable: msg`The number cannot be reached`,
  blocked: msg`The number is blocked`,
  'too-late': msg`It was too late to text`,
  'not-sent': msg`The text could not be sent`,
  'mail-failed': msg`Neither the text nor the email arrived`,
  unpaid: msg`It wasn’t paid in time`,
  'teammate-left': msg`The teammate it was booked with left the team`,
  taken: msg`Another visit is booked at that time`,
}
