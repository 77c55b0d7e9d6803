import type { BookingTaskKind, ReminderProblem } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const TASK_TEXTS: Record<BookingTaskKind, MessageDescriptor> = {
  call: msg`Call to remind them of this visit`,
  'opted-out': msg`Opted out of texts. Ask whether they are coming`,
}

/** Why a reminder did not reach the contact. */
export const PROBLEM_TEXTS: Record<ReminderProblem, MessageDescriptor> = {
  undelivered: msg`The text was not delivered`,
  'opted-out': msg`They opted out of texts`,
  landline: msg`The number is a landline`,
  unreachable: msg`The number cannot be reached`,
  blocked: msg`The number is blocked`,
  'too-late': msg`It was too late to text`,
  'not-sent': msg`The text could not be sent`,
}
