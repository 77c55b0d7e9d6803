export {
  accessDocument,
  contactIdsOf,
  findContactOf,
  findDocumentById,
  lockDocument,
  lockDocumentById,
  lockDocumentsById,
  phonesOf,
} from './access.ts'
export { announcePayment, announcePayments, type CardAuthor, PAYMENTS_AUTHOR } from './announce-payment.ts'
export {
  deductsPayment,
  findBookingRequests,
  insertBookingRequest,
  insertVisitRequest,
  leftOfPaid,
  type PricedService,
  priceServices,
  shareLine,
} from './booking-requests.ts'
export {
  changePayments,
  matchingDocuments,
  mayChangePayments,
  PAYMENT_BATCH,
  PaymentBulkInput,
  selectedDocuments,
} from './bulk-changes.ts'
export { hasOpenDispute, listCardPayments, SUBMIT_CARD_REFUND, submitRefundSpec } from './card-refunds.ts'
export {
  addActivity,
  changeDocument,
  changeDocuments,
  type DocumentChange,
  recordPaymentChanged,
} from './change-document.ts'
export type { DraftLine } from './content.ts'
export { createDocument, isSameContent } from './create-document.ts'
export { creditLostBy } from './disputed-credit.ts'
export { type DocumentLink, dayNumber, documentPath, readDocumentToken } from './document-token.ts'
export { answerEstimate } from './estimates/answer-estimate.ts'
export { lateApprovalIn, listAnswers } from './estimates/answers.ts'
export { findParts } from './estimates/parts.ts'
export { getDetail as getPaymentDetail } from './get-detail.ts'
export { findLinkPhones } from './link-phones.ts'
export { findCreditUpTo, leftOfCredit, ofCredit } from './lock-credit.ts'
export { managedKinds } from './managed-kinds.ts'
export { markAsPaid } from './mark-as-paid.ts'
export { refundDocument } from './refund.ts'
export { proposeRefund, refundByRule } from './refund-by-rule.ts'
export { allocateRefund } from './refund-lines.ts'
export { listRefundRequests } from './refund-request-rows.ts'
export { listRefunds, type RefundRow, reducesPayment } from './refund-rows.ts'
export { heldRetrySubject, retrySubject } from './reminders/retry-texts.ts'
export { renderPaymentLink } from './render-link.ts'
export { type DocumentRow, dueAmountOf, moneyOf } from './rows.ts'
export {
  findDocumentNames,
  findVisiblePayments,
  isPaymentVisible,
  summarizeDocuments,
  visiblePaymentsOf,
} from './summarize-document.ts'
export { cancelRest, cancelUnpaid, reinstateWithCredit } from './unpaid-requests.ts'
export { audit as auditPayment, updateStatus as updatePaymentStatus } from './update-status.ts'
export { findVersion, listLines } from './versions.ts'
export { BY_PAYMENT_PAGE, viewDocument } from './view-document.ts'
