import { z } from 'zod'
import { AMOUNT_MAX } from '../rules/money.ts'
import { CARD_PAYMENT_METHODS, CARD_PAYMENT_STATES, DISPUTE_STATES, EVIDENCE_FILES } from '../rules/payment-accounts.ts'
import { PAYMENT_NOTE_MAX } from '../rules/payments.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { Amount } from './money.ts'
import { words } from './words.ts'

/** A payment by card or bank debit, or an attempt at one. */
export const CardPayment = z.object({
  id: z.uuid(),
  state: z.enum(CARD_PAYMENT_STATES),
  method: z.enum(CARD_PAYMENT_METHODS),
  amount: z.int().describe('Without the tip.'),
  tipAmount: z.int(),
  feeAmount: z.int().nullable().describe('null: not known yet.'),
  refundableAmount: z.int().describe('What can still go back to the same card.'),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  by: z.string().nullable().describe('The teammate who charged a card on file.'),
  at: z.iso.datetime(),
})
export type CardPayment = z.infer<typeof CardPayment>

export const SavedCard = z.object({
  id: z.uuid(),
  brand: z.string(),
  last4: z.string(),
  expiresOn: z.iso.date().nullable().describe('The last day that it works.'),
  consentText: z.string().describe('What the contact agreed to.'),
  consentAt: z.iso.datetime(),
})
export type SavedCard = z.infer<typeof SavedCard>

export const PaymentDispute = z.object({
  id: z.uuid(),
  state: z.enum(DISPUTE_STATES),
  amount: z.int(),
  feeAmount: z.int(),
  reason: z.string().describe('In the provider’s terms, such as product_not_received.'),
  evidenceDueAt: z.iso.datetime().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  submittedBy: z.string().nullable(),
  isSubmitting: z.boolean(),
  failureReason: z.string().nullable().describe('Why the provider did not accept the evidence.'),
  at: z.iso.datetime(),
})
export type PaymentDispute = z.infer<typeof PaymentDispute>

/** Card payments, disputes and saved cards of a payment request. */
export const CardPayments = z.object({
  isOnlineEnabled: z.boolean().describe('Whether it can be paid on its page.'),
  payments: z.array(CardPayment).describe('Oldest first.'),
  disputes: z.array(PaymentDispute),
  cards: z.array(SavedCard).describe('Of the contact.'),
  proposedRefundAmount: z
    .int()
    .describe('Paid by card although nothing was due, and kept as credit: proposed to be refunded to the card.'),
})
export type CardPayments = z.infer<typeof CardPayments>

/** Evidence for the bank about a dispute. */
export const DisputeEvidence = z.object({
  customerName: z.string(),
  productDescription: z.string(),
  serviceDate: z.string(),
  statement: z.string().describe('Approval, payment, refunds, bookings and messages, in order.'),
  files: z
    .array(z.object({ kind: z.enum(EVIDENCE_FILES), filename: z.string(), url: z.string() }))
    .describe('PDFs that are sent with it: the receipt, the approved estimate, and the messages.'),
})
export type DisputeEvidence = z.infer<typeof DisputeEvidence>

const tags = ['payments']
const PaymentID = z.uuid().meta({ names: 'payment' })
const DisputeID = z.uuid().meta({ names: 'paymentDispute' })
const CardID = z.uuid().meta({ names: 'savedCard' })

export const cardPayments = {
  get: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'GET',
      path: '/payments/CardPayment/get/{id}',
      tags,
      summary:
        'Returns what is known from the payment provider about a payment request: payments, disputes, cards on file',
    })
    .input(z.object({ id: PaymentID }))
    .output(wrapped(CardPayments))
    .errors(failsWith('PaymentNotFound')),

  charge: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'POST',
      path: '/payments/CardPayment/charge',
      tags,
      summary: 'Charges a card on file for a payment request, and sends a receipt. Safe to repeat',
    })
    .input(
      z.object({
        id: PaymentID,
        cardID: CardID,
        clientPaymentId: z.uuid(),
        amount: z.int().min(1).max(AMOUNT_MAX).optional().describe('Default, and at most: all that is due.'),
        tipAmount: Amount.default(0),
      }),
    )
    .output(wrapped(CardPayments))
    .errors(
      failsWith(
        'PaymentNotFound',
        'PaymentStatusWrong',
        'NumbersUsedUp',
        'CardNotFound',
        'ReceiptImpossible',
        'ClientPaymentIdReused',
        'PaymentsNotEnabled',
        'InvalidInput',
      ),
    ),

  removeCard: endpoint({ permission: 'payments_manage' })
    .route({ method: 'POST', path: '/payments/CardPayment/remove-card', tags, summary: 'Removes a card on file' })
    .input(z.object({ id: PaymentID, cardID: CardID }))
    .output(wrapped(CardPayments))
    .errors(failsWith('PaymentNotFound', 'CardNotFound')),

  getEvidence: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'GET',
      path: '/payments/PaymentDispute/get-evidence/{id}',
      tags,
      summary: 'Returns what would be sent to the bank about a dispute',
    })
    .input(z.object({ id: DisputeID }))
    .output(wrapped(DisputeEvidence))
    .errors(failsWith('DisputeNotFound', 'PdfTooSlow', 'TooManyPdfs')),

  submitEvidence: endpoint({ permission: 'payments_manage' })
    .route({
      method: 'POST',
      path: '/payments/PaymentDispute/submit-evidence',
      tags,
      summary: 'Sends evidence about a dispute to the bank, once',
    })
    .input(
      z.object({
        id: DisputeID,
        note: words()
          .max(PAYMENT_NOTE_MAX * 4)
          .default('')
          .describe('Added at the beginning of the statement.'),
      }),
    )
    .output(wrapped(CardPayments))
    .errors(failsWith('DisputeNotFound', 'DisputeClosed')),
}
