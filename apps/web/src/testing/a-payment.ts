import type { DocumentLine, PaymentDetail } from '@frontdesk/contract/api'

const AT = '2026-11-20T15:00:00.000Z'

export const aLine = (details: Partial<DocumentLine> = {}): DocumentLine => ({
  ...{ description: 'Crown', quantity: 1000, unitAmount: 10_000, discount: null, taxes: [], taxAmounts: [] },
  ...{ isOptional: false, isChosen: false, grossAmount: 10_000, discountAmount: 0, netAmount: 10_000 },
  ...{ totalAmount: 10_000, ...details },
})

/** A payment request of one line that was sent, and that nothing was paid for. */
export const aPayment = (details: Partial<PaymentDetail> = {}): PaymentDetail => ({
  id: 'p1',
  kind: 'request',
  status: 'sent',
  currency: 'USD',
  contact: { id: 'c1', name: 'Maya Chen', phone: '+12065550142', conversationSid: null },
  ...{ invoiceNumber: 'INV-0001', locationID: 'l1', version: 1, part: null, booking: null },
  ...{ totalAmount: 10_000, paidAmount: 0, tipAmount: 0, refundedAmount: 0, creditedAmount: 0, creditAmount: 0 },
  ...{ dueAmount: 10_000, refundableAmount: 0, refundableTipAmount: 0, unrequestedAmount: null },
  ...{ grossAmount: 10_000, discountAmount: 0, netAmount: 10_000, taxes: [], discount: null, isTaxExempt: false },
  ...{ dueOn: null, validUntil: null, createdDateUTC: AT, createdBy: 'Ann', sentOnUtc: AT, isUndelivered: false },
  ...{ lines: [aLine()], deposit: null, depositAmount: null, note: '', terms: '', attachments: [] },
  ...{ refunds: [], refundRequests: [], refundableLines: [], timeline: [], related: [], answers: [] },
  ...details,
})
