import { z } from 'zod'
import { BOOKING_PARTS } from '../rules/booking-payments.ts'
import {
  ANSWER_CHANNELS,
  DOCUMENT_KINDS,
  DOCUMENT_PARTS,
  ESTIMATE_DECISIONS,
  PAYMENT_ACTIVITY_KINDS,
  PAYMENT_STATUSES,
} from '../rules/payments.ts'
import { StoredFile } from './files.ts'
import { ConversationSid } from './ids.ts'
import { CurrencyCode, Share } from './money.ts'
import { PaymentRefund, RefundLine, RefundRequest } from './payment-refunds.ts'

export const DocumentTax = z.object({
  id: z.uuid(),
  name: z.string(),
  rate: z.int(),
  isInclusive: z.boolean().describe('Prices contain it.'),
})
export type DocumentTax = z.infer<typeof DocumentTax>

export const DocumentLine = z.object({
  description: z.string(),
  quantity: z.int().describe('In thousandths.'),
  unitAmount: z.int(),
  discount: Share.nullable(),
  taxes: z.array(DocumentTax),
  isOptional: z.boolean(),
  isChosen: z.boolean(),
  grossAmount: z.int(),
  discountAmount: z.int().describe('Of the line, and its share of that of the document.'),
  netAmount: z.int().describe('After discounts, without taxes.'),
  taxAmounts: z.array(z.int()),
  totalAmount: z.int(),
})
export type DocumentLine = z.infer<typeof DocumentLine>

export const TaxTotal = DocumentTax.extend({ amount: z.int() })
export type TaxTotal = z.infer<typeof TaxTotal>

/** A payment request or an estimate, as lists show it. */
export const PaymentDocument = z.object({
  id: z.uuid(),
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  invoiceNumber: z.string().describe('Empty until the contact gets it.'),
  locationID: z.uuid(),
  contact: z
    .object({
      id: z.uuid(),
      name: z.string(),
      phone: z.string(),
      conversationSid: ConversationSid.nullable().describe('The newest one the caller can see.'),
    })
    .nullable()
    .describe('null: deleted.'),
  currency: CurrencyCode,
  totalAmount: z.int(),
  paidAmount: z.int().describe('Without tips.'),
  tipAmount: z.int(),
  refundedAmount: z.int(),
  creditedAmount: z.int().describe('Paid above the total, and kept as credit of the contact.'),
  dueAmount: z.int(),
  refundableAmount: z.int(),
  dueOn: z.iso.date().nullable(),
  validUntil: z.iso.date().nullable(),
  createdDateUTC: z.iso.datetime(),
  createdBy: z.string().nullable(),
  sentOnUtc: z.iso.datetime().nullable(),
  isUndelivered: z.boolean().describe('The last message with it did not reach the contact.'),
  version: z.int(),
})
export type PaymentDocument = z.infer<typeof PaymentDocument>

export const PaymentActivity = z.object({
  id: z.uuid(),
  kind: z.enum(PAYMENT_ACTIVITY_KINDS),
  amount: z.int().nullable(),
  method: z.string().nullable(),
  note: z.string(),
  failureCode: z.string().nullable().describe('Why a payment failed, in the provider’s terms.'),
  isUndelivered: z.boolean(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
})
export type PaymentActivity = z.infer<typeof PaymentActivity>

/** A contact’s answer to an estimate, as it was given. Never changed. */
export const EstimateAnswer = z.object({
  id: z.uuid(),
  decision: z.enum(ESTIMATE_DECISIONS),
  channel: z.enum(ANSWER_CHANNELS),
  version: z.int(),
  wording: z.string().describe('The words that they were shown.'),
  answer: z.string().describe('Their words: the text, or the name or reason they entered.'),
  phone: z.string(),
  chosenLines: z.array(z.int()).describe('The optional lines they chose, from 0.'),
  totalAmount: z.int(),
  isLate: z.boolean().describe('Given after the estimate expired; a teammate accepts it.'),
  isCurrent: z.boolean().describe('It is about what the estimate says now.'),
  at: z.iso.datetime(),
})
export type EstimateAnswer = z.infer<typeof EstimateAnswer>

/** A document that belongs to another one: a deposit, an installment, the remainder, or a change order. */
export const RelatedDocument = z.object({
  id: z.uuid(),
  kind: z.enum(DOCUMENT_KINDS),
  part: z.enum(DOCUMENT_PARTS).nullable().describe('null: the whole of which the others are parts.'),
  status: z.enum(PAYMENT_STATUSES),
  invoiceNumber: z.string(),
  totalAmount: z.int(),
  dueAmount: z.int(),
  dueOn: z.iso.date().nullable(),
})
export type RelatedDocument = z.infer<typeof RelatedDocument>

/** A document with everything it says and everything that happened to it. */
export const PaymentDetail = PaymentDocument.extend({
  lines: z.array(DocumentLine),
  discount: Share.nullable(),
  isTaxExempt: z.boolean(),
  note: z.string(),
  terms: z.string(),
  deposit: Share.nullable(),
  depositAmount: z.int().nullable(),
  attachments: z.array(StoredFile),
  grossAmount: z.int(),
  discountAmount: z.int(),
  netAmount: z.int(),
  taxes: z.array(TaxTotal),
  refunds: z.array(PaymentRefund),
  refundRequests: z.array(RefundRequest).describe('Refunds that need a second person.'),
  refundableLines: z
    .array(RefundLine)
    .describe('What is left of each line after earlier refunds; quantity null: all of it was refunded for less.'),
  refundableTipAmount: z.int(),
  timeline: z.array(PaymentActivity).describe('Oldest first.'),
  creditAmount: z.int().describe('What the business owes the contact in this currency.'),
  booking: z
    .object({ id: z.uuid(), part: z.enum(BOOKING_PARTS) })
    .nullable()
    .describe('The visit that it requests payment for, and which part.'),
  part: z.enum(DOCUMENT_PARTS).nullable().describe('Which part of another document it is.'),
  related: z.array(RelatedDocument).describe('The document that it is a part of, and its own parts, oldest first.'),
  answers: z.array(EstimateAnswer).describe('Of the contact to an estimate, oldest first.'),
  unrequestedAmount: z
    .int()
    .nullable()
    .describe(
      'What an estimate that can be converted comes to with its change orders, less what was requested for it.',
    ),
})
export type PaymentDetail = z.infer<typeof PaymentDetail>

export const DocumentTotal = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  currency: CurrencyCode,
  count: z.int(),
  amount: z.int(),
})
export type DocumentTotal = z.infer<typeof DocumentTotal>

/** Due amount and credit of a contact, at the caller’s locations. */
export const ContactBalance = z.object({ currency: CurrencyCode, dueAmount: z.int(), creditAmount: z.int() })
export type ContactBalance = z.infer<typeof ContactBalance>
