export { createDocument } from './create-document.ts'
export { markAsPaid } from './mark-as-paid.ts'
export { refundDocument } from './refund.ts'
export { updateStatus as updatePaymentStatus } from './update-status.ts'
