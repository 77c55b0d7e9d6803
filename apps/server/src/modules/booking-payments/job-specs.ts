import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const END_UNPAID = 'end-unpaid-booking'
export const SETTLE_BOOKING = 'settle-booking-payment'
export const TEXT_FAILED_PAYMENT = 'text-failed-booking-payment'
export const TEXT_DECLINED_CARD = 'text-declined-card'
/** Run by the booking-pages module, which has the visitor’s input. */
export const BOOK_PAID = 'book-paid-time'

/** About a day: the provider may be down. */
const ATTEMPTS = 14

export const endUnpaidSpec = (tenantId: string, bookingId: string, runAt?: string): JobSpec => ({
  identifier: END_UNPAID,
  payload: { tenantId, bookingId },
  jobKey: `${END_UNPAID}:${bookingId}`,
  maxAttempts: ATTEMPTS,
  ...(runAt && { runAt }),
})

export const settleBookingSpec = (tenantId: string, bookingId: string, isMovedByContact: boolean): JobSpec => ({
  identifier: SETTLE_BOOKING,
  payload: { tenantId, bookingId, isMovedByContact },
  jobKey: `${SETTLE_BOOKING}:${bookingId}`,
  maxAttempts: ATTEMPTS,
})

export const bookPaidSpec = (tenantId: string, paid: { documentId: string } | { setupId: string }): JobSpec => ({
  identifier: BOOK_PAID,
  payload: { tenantId, ...paid },
  maxAttempts: ATTEMPTS,
})

/** Replaced by that of a later failure: the contact is still trying. */
export const textFailedPaymentSpec = (tenantId: string, documentId: string, runAt: string): JobSpec => ({
  identifier: TEXT_FAILED_PAYMENT,
  payload: { tenantId, documentId },
  jobKey: `${TEXT_FAILED_PAYMENT}:${documentId}`,
  runAt,
})

/** Replaced by that of a later decline: the contact is still trying. */
export const textDeclinedCardSpec = (tenantId: string, setupId: string, runAt: string): JobSpec => ({
  identifier: TEXT_DECLINED_CARD,
  payload: { tenantId, setupId },
  jobKey: `${TEXT_DECLINED_CARD}:${setupId}`,
  runAt,
})
