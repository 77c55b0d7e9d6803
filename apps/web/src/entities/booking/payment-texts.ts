import type { BookingPart, BookingPaymentOutcome } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Purposes of a payment request for a visit. */
export const BOOKING_PART_TEXTS: Record<BookingPart, MessageDescriptor> = {
  deposit: msg`Deposit`,
  price: msg`Price`,
  'no-show-fee': msg`No-show fee`,
  visit: msg`Visit`,
}

/** Outcomes of the payment made at booking. */
export const OUTCOME_TEXTS: Record<BookingPaymentOutcome, MessageDescriptor> = {
  kept: msg`Not refunded, as the contact agreed or your team decided.`,
  refunded: msg`Refunded.`,
  'refund-requested': msg`The refund is waiting for approval.`,
}
