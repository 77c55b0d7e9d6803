import type { BookingPart, BookingPaymentOutcome } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What a payment request is of a visit. */
export const BOOKING_PART_TEXTS: Record<BookingPart, MessageDescriptor> = {
  deposit: msg`Deposit`,
  price: msg`Price`,
  'no-show-fee': msg`No-show fee`,
  visit: msg`Visit`,
}

/** What became of what was paid at booking. */
export const OUTCOME_TEXTS: Record<BookingPaymentOutcome, MessageDescriptor> = {
  kept: msg`Kept, as the contact agreed to or your team decided.`,
  refunded: msg`Refunded.`,
  'refund-requested': msg`The refund waits for someone on your team.`,
}
