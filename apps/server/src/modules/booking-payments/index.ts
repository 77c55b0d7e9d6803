export { BOOKING_PAYMENT_NEEDS } from './deps.ts'
export { BOOK_PAID, endUnpaidSpec } from './job-specs.ts'
export { recordTermsChanged } from './record-terms-changed.ts'
export {
  findOpenPayment,
  type RequestedPayment,
  renderRequestText,
  requestPaymentAtBooking,
} from './request-at-booking.ts'
export { agreeToTerms, openPaymentPage } from './start-payment.ts'
export {
  describePagePayment,
  ensureTerms,
  findTerms,
  planTerms,
  setTerms,
  type TermsRow,
} from './terms.ts'
export { withdrawDeclinedText } from './text-declined-card.job.ts'
export { PAYMENT_LINES } from './texts.ts'
