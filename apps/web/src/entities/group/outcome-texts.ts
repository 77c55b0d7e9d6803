import type { GroupMessage } from '@frontdesk/contract/api'
import type { DeliveryReason, RecipientOutcome, SkipReason } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What became of a recipient. */
export const OUTCOME_TEXTS: Record<RecipientOutcome, MessageDescriptor> = {
  pending: msg`Waiting`,
  held: msg`Quiet hours`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  failed: msg`Failed`,
  skipped: msg`Left out`,
  cancelled: msg`Stopped`,
}

/** Why a recipient got no message, in a few words. */
export const RECIPIENT_REASON_TEXTS: Record<SkipReason | DeliveryReason, MessageDescriptor> = {
  'opted-out': msg`Opted out`,
  'opted-out-of-marketing': msg`Opted out of marketing`,
  blocked: msg`Blocked`,
  landline: msg`Landline`,
  'no-sending-account': msg`No carrier account`,
  'no-number': msg`No number to send from`,
  'invalid-number': msg`Invalid number`,
  'no-access': msg`No access for the sender`,
  'contact-deleted': msg`Contact deleted`,
  merged: msg`Merged with another recipient`,
  'no-review-link': msg`Location without a review link`,
  empty: msg`Empty text`,
  'too-long': msg`Text too long`,
  'quiet-hours': msg`Quiet hours`,
  unreachable: msg`Phone unreachable`,
  'carrier-filtered': msg`Flagged as spam`,
  unregistered: msg`Number not registered`,
  'queue-full': msg`Carrier too busy`,
  'media-refused': msg`Attachment rejected`,
  account: msg`Carrier account`,
  'never-accepted': msg`Never accepted`,
  'outcome-unknown': msg`Not confirmed`,
  other: msg`No reason given`,
}

export const KIND_TEXTS: Record<GroupMessage['kind'], MessageDescriptor> = {
  group: msg`Group message`,
  bulk: msg`Message to selected contacts`,
  'review-invite': msg`Review invites`,
}

/** A rate as people read it; a dash without anything to count. */
export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`
