import { z } from 'zod'
import {
  BOOKING_PARTS,
  BOOKING_PAYMENT_KINDS,
  BOOKING_PAYMENT_OUTCOMES,
  BOOKING_PAYMENT_STATES,
} from '../rules/booking-payments.ts'
import { VISIT_ITEMS_MAX } from '../rules/bookings.ts'
import { AMOUNT_MAX } from '../rules/money.ts'
import { DOCUMENT_LINES_MAX, PAYMENT_STATUSES, RECEIPT_CHANNELS } from '../rules/payments.ts'
import { Booking, NEW_VISIT_ERRORS, NewVisit, tellsContact } from './bookings.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { CalendarDateInput } from './instants.ts'
import { PaymentDetail } from './payment-documents.ts'
import { LineInput } from './payment-drafts.ts'

/** The payment required when a visit was booked, and the terms its contact agreed to. */
export const BookingTerms = z.object({
  kind: z.enum(BOOKING_PAYMENT_KINDS),
  state: z.enum(BOOKING_PAYMENT_STATES),
  amount: z.int().describe('0: only a card on file was required.'),
  currency: z.string(),
  noShowFeeAmount: z.int().nullable().describe('The most that may be charged to the card; null: nothing.'),
  wording: z.string().describe('The wording that the contact agreed to.'),
  agreedAt: z.iso.datetime().nullable(),
  dueOnUtc: z.iso.datetime().nullable().describe('Until when it can be paid, while it is not.'),
  declinedOnUtc: z.iso
    .datetime()
    .nullable()
    .describe('When a card for the file was declined last, if none was kept since.'),
  by: z.string().nullable().describe('The teammate who booked the visit and asked for it, or left it off.'),
  refundUntilUtc: z.iso.datetime().nullable().describe('Cancelling before this time is refunded.'),
  outcome: z.enum(BOOKING_PAYMENT_OUTCOMES).nullable().describe('What happened to the payment when the visit ended.'),
  feeWaivedAt: z.iso.datetime().nullable(),
  feeWaivedBy: z.string().nullable(),
})
export type BookingTerms = z.infer<typeof BookingTerms>

/** A payment request for a visit. */
export const BookingRequest = z.object({
  id: z.uuid(),
  part: z.enum(BOOKING_PARTS),
  status: z.enum(PAYMENT_STATUSES),
  invoiceNumber: z.string(),
  currency: z.string(),
  totalAmount: z.int(),
  paidAmount: z.int(),
  refundedAmount: z.int(),
  dueAmount: z.int(),
})
export type BookingRequest = z.infer<typeof BookingRequest>

export const BookingPayment = z.object({
  terms: BookingTerms.nullable(),
  requests: z.array(BookingRequest).describe('Oldest first.'),
  card: z
    .object({ brand: z.string(), last4: z.string(), expiresOn: z.iso.date().nullable() })
    .nullable()
    .describe('The card on file for the visit, if it was not removed.'),
  fee: z
    .object({
      maxAmount: z.int(),
      receipt: z.enum(RECEIPT_CHANNELS).nullable().describe('How the contact gets the receipt; null: they cannot.'),
    })
    .nullable()
    .describe('The no-show fee that can be charged to the card now; null: none.'),
  suggestedLines: z
    .array(z.object({ description: z.string(), unitAmount: z.int(), taxIDs: z.array(z.uuid()) }))
    .describe('Suggested lines of a payment request for the visit, before the payment at booking is deducted.'),
  isTaxExempt: z.boolean().describe('Whether the contact is tax-exempt, so that the request has no taxes.'),
  depositAmount: z.int().describe('Paid at booking and not refunded.'),
  deductibleAmount: z.int().describe('What of it the next request for the visit deducts; 0 if an earlier one does.'),
})
export type BookingPayment = z.infer<typeof BookingPayment>

/** The payment that can be requested when a teammate books. */
export const BookingPaymentQuote = z.object({
  payment: z
    .object({ kind: z.enum(['deposit', 'price']), amount: z.int(), currency: z.string() })
    .nullable()
    .describe('null: none.'),
  problem: z
    .enum(['not-enabled', 'card'])
    .nullable()
    .describe(
      'Why none can be asked for, although the services require one. `not-enabled`: the business cannot take cards. `card`: a card can only be left on the booking page.',
    ),
})
export type BookingPaymentQuote = z.infer<typeof BookingPaymentQuote>

const tags = ['bookings']
const BookingID = z.uuid().meta({ names: 'booking' })
const byId = z.object({ id: BookingID })

export const bookingPayments = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/bookings/BookingPayment/get/{id}',
      tags,
      summary: 'Returns the payments and terms of a visit',
    })
    .input(byId)
    .output(wrapped(BookingPayment))
    .errors(failsWith('BookingNotFound')),

  quote: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/bookings/BookingPayment/quote',
      tags,
      summary: 'Returns the payment that can be asked for when a teammate books services',
    })
    .input(
      z.object({
        serviceIDs: z
          .array(z.uuid().meta({ names: 'bookingService' }))
          .min(1)
          .max(VISIT_ITEMS_MAX),
        contactID: z.uuid().optional().describe('Tax-exempt contacts pay no taxes.'),
      }),
    )
    .output(wrapped(BookingPaymentQuote))
    .errors(failsWith('ServiceNotFound', 'ContactNotFound')),

  book: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/bookings/BookingPayment/book',
      tags,
      summary:
        'Books a visit and texts its contact a link to pay the deposit or price of its services, or records that it was left off. Safe to repeat',
    })
    .input(
      NewVisit.extend({
        asksForPayment: z.boolean().describe('Nothing is asked for while the business cannot take cards.'),
        tellsContact: tellsContact.describe('Whether the contact gets a text even if nothing is asked for.'),
      }),
    )
    .output(wrapped(Booking))
    .errors(NEW_VISIT_ERRORS),

  chargeFee: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'POST',
      path: '/bookings/BookingPayment/charge-fee',
      tags,
      summary:
        'Charges the no-show fee to the card on file for a visit, never more than its contact agreed to, and sends a receipt. Safe to repeat',
    })
    .input(
      byId.extend({
        clientPaymentId: z.uuid(),
        amount: z.int().min(1).max(AMOUNT_MAX).optional().describe('Default, and at most: what was agreed to.'),
      }),
    )
    .output(wrapped(BookingPayment))
    .errors(
      failsWith(
        'BookingNotFound',
        'BookingStatusWrong',
        'NoShowFeeNotAgreed',
        'CardNotFound',
        'ReceiptImpossible',
        'ClientPaymentIdReused',
        'PaymentStatusWrong',
        'PaymentsNotEnabled',
        'NumbersUsedUp',
        'InvalidInput',
      ),
    ),

  waiveFee: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'POST',
      path: '/bookings/BookingPayment/waive-fee',
      tags,
      summary: 'Waives the no-show fee of a visit, or undoes that',
    })
    .input(byId.extend({ isWaived: z.boolean() }))
    .output(wrapped(BookingPayment))
    .errors(failsWith('BookingNotFound', 'NoShowFeeNotAgreed')),

  request: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'POST',
      path: '/bookings/BookingPayment/request',
      tags,
      summary: 'Adds a payment request for a visit, less what was paid at booking and not deducted yet. Safe to repeat',
    })
    .input(
      byId.extend({
        clientDocumentId: z.uuid(),
        lines: z.array(LineInput).min(1).max(DOCUMENT_LINES_MAX),
        dueOn: CalendarDateInput.nullable().optional(),
      }),
    )
    .output(wrapped(PaymentDetail))
    .errors(
      failsWith(
        'BookingNotFound',
        'BookingStatusWrong',
        'ContactNotFound',
        'TaxNotFound',
        'ClientPaymentIdReused',
        'BookingPaymentOpen',
        'BookingPaymentCovers',
        'BookingPaymentTaxesDiffer',
        'InvalidInput',
      ),
    ),
}
