export { type AskedPayment, askForPayment, findAskedPayment, writePaymentRequest } from './ask-for-payment.ts'
export { BOOKING_PAYMENT_NEEDS } from './deps.ts'
export { BOOK_PAID, endUnpaidSpec } from './job-specs.ts'
export { recordTermsChanged } from './record-terms-changed.ts'
export { agreeToTerms, openPaymentPage } from './start-payment.ts'
export {
  describePagePayment,
  ensureTerms,
  findTerms,
  planTerms,
  setTerms,
  type TermsRow,
} from './terms.ts'
export { PAYMENT_LINES } from './texts.ts'
