import { z } from 'zod'
import { BULK_SELECTED_MAX } from '../rules/bulk-actions.ts'
import {
  DOCUMENT_LINES_MAX,
  MANUAL_METHODS,
  PAYMENT_EXPORTS,
  PAYMENT_NOTE_MAX,
  REFUND_SOURCES,
  REFUND_TARGETS,
} from '../rules/payments.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { CalendarDateInput } from './instants.ts'
import { Amount, PositiveAmount } from './money.ts'
import { ContactBalance, PaymentDetail } from './payment-documents.ts'
import {
  createErrors,
  DocumentContent,
  DocumentDraft,
  DocumentLink,
  DocumentVersion,
  LineInput,
  linesOf,
  PaymentID,
  statusClaim,
  updateErrors,
} from './payment-drafts.ts'
import { DocumentCriteria, DocumentPage, DocumentTotals, ListFilters, ListQuery } from './payment-lists.ts'
import { RefundLineInput } from './payment-refunds.ts'
import { words } from './words.ts'

const tags = ['payments']
const requests = () => endpoint({ permission: 'payments_manage' })

const RequestContent = { lines: linesOf(LineInput), dueOn: CalendarDateInput.nullable().optional() }

export const paymentRequests = {
  get: requests()
    .route({
      method: 'GET',
      path: '/payments/PaymentRequest/get/{id}',
      tags,
      summary: 'Returns a payment request, or an estimate for those who manage them too',
    })
    .input(z.object({ id: PaymentID }))
    .output(wrapped(PaymentDetail))
    .errors(failsWith('PaymentNotFound')),

  getLink: requests()
    .route({
      method: 'GET',
      path: '/payments/PaymentRequest/get-link/{id}',
      tags,
      summary: 'Returns a link to the page on which the contact pays, once it has a number',
    })
    .input(z.object({ id: PaymentID }))
    .output(wrapped(DocumentLink))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong')),

  getList: requests()
    .route({
      method: 'GET',
      path: '/payments/PaymentRequest/get-list',
      tags,
      summary: 'Lists payment requests, and estimates for those who manage them too',
    })
    .input(ListQuery)
    .output(DocumentPage)
    .errors(failsWith('InvalidInput')),

  getTotals: requests()
    .route({
      method: 'GET',
      path: '/payments/PaymentRequest/get-totals',
      tags,
      summary: 'Counts documents by status and currency, and returns what payment requests, and estimates, come to',
    })
    .input(ListFilters)
    .output(DocumentTotals)
    .errors(failsWith('InvalidInput')),

  create: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/create',
      tags,
      summary: 'Adds a payment request as a draft. Safe to repeat',
    })
    .input(DocumentDraft.extend(RequestContent))
    .output(wrapped(PaymentDetail))
    .errors(createErrors),

  update: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/update',
      tags,
      summary: 'Writes a new version, which replaces the one the contact has. Not once something was paid',
    })
    .input(DocumentContent.extend({ id: PaymentID, version: DocumentVersion, ...RequestContent }))
    .output(wrapped(PaymentDetail))
    .errors(updateErrors),

  sendByEmail: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/send-by-email',
      tags,
      summary:
        'Emails it to its contact with the PDF attached: a draft is sent, what is due is reminded of. Safe to repeat',
    })
    .input(z.object({ id: PaymentID, clientMailId: z.uuid() }))
    .output(wrapped(PaymentDetail))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong', 'ContactEmailMissing', 'NumbersUsedUp')),

  delete: requests()
    .route({
      method: 'DELETE',
      path: '/payments/PaymentRequest/delete/{id}',
      tags,
      summary: 'Deletes a draft, and cancels what was sent, whose number stays',
    })
    .input(z.object({ id: PaymentID }))
    .output(wrapped(z.object({ isCancelled: z.boolean() })))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong')),

  getBalance: requests()
    .route({
      method: 'GET',
      path: '/payments/PaymentRequest/get-balance/{contactID}',
      tags,
      summary: 'Returns what a contact owes, and their credit, by currency',
    })
    .input(z.object({ contactID: z.uuid() }))
    .output(wrapped(z.object({ balances: z.array(ContactBalance) })))
    .errors(failsWith('ContactNotFound')),

  export: endpoint({ permission: 'payments_export_reports' })
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/export',
      tags,
      summary:
        'Returns a short-lived URL of the documents that the caller manages, their lines, or the payouts of these days and locations, as a CSV file; the export is audited',
    })
    .input(
      z.object({
        file: z.enum(PAYMENT_EXPORTS).default('rows'),
        criteria: DocumentCriteria.default({}),
        paymentIDs: z.array(z.uuid()).min(1).max(BULK_SELECTED_MAX).optional().describe('Only these of them.'),
      }),
    )
    .output(wrapped(z.object({ url: z.string() })))
    .errors(failsWith('InvalidInput', 'NotInTrial')),

  markAsPaid: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/mark-as-paid',
      tags,
      summary: 'Records money that was given outside of Frontdesk, or uses credit of the contact. Safe to repeat',
    })
    .input(
      z.object({
        id: PaymentID,
        clientPaymentId: z.uuid(),
        amount: PositiveAmount.optional().describe('Default: all that is due. What is above that becomes credit.'),
        tipAmount: Amount.default(0),
        method: z.enum(MANUAL_METHODS).default('cash'),
        note: words().max(PAYMENT_NOTE_MAX).default(''),
      }),
    )
    .output(wrapped(PaymentDetail))
    .errors(
      failsWith(
        'PaymentNotFound',
        'PaymentStatusWrong',
        'NumbersUsedUp',
        'CreditTooLow',
        'ClientPaymentIdReused',
        'InvalidInput',
      ),
    ),

  updateStatus: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/update-status/{id}/{status}',
      tags,
      summary: 'Records that it was handed over, that the contact was reminded, or that it is cancelled',
    })
    .input(statusClaim(PaymentID))
    .output(wrapped(PaymentDetail))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong', 'NumbersUsedUp')),

  refund: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/refund',
      tags,
      summary:
        'Refunds a payment or pays out the contact’s credit; above the limit of the business, once a second person approves. Safe to repeat',
    })
    .input(
      z.object({
        id: PaymentID,
        clientRefundId: z.uuid(),
        amount: PositiveAmount,
        source: z.enum(REFUND_SOURCES).default('payment'),
        target: z.enum(REFUND_TARGETS).default('cash'),
        lines: z
          .array(RefundLineInput)
          .max(DOCUMENT_LINES_MAX)
          .optional()
          .describe(
            'The lines to refund; the rest of `amount` comes from the tip. Default: `amount` in proportion to what is left of each line, tax and tip.',
          ),
        reason: words().max(PAYMENT_NOTE_MAX).default(''),
      }),
    )
    .output(wrapped(PaymentDetail))
    .errors(
      failsWith(
        'PaymentNotFound',
        'PaymentStatusWrong',
        'RefundTooHigh',
        'CreditTooLow',
        'ClientPaymentIdReused',
        'InvalidInput',
      ),
    ),

  decideRefund: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/refund/decide',
      tags,
      summary: 'Approves or declines a refund that somebody else asked for',
    })
    .input(
      z.object({
        id: PaymentID,
        refundRequestID: z.uuid().meta({ names: 'refundRequest' }),
        isApproved: z.boolean(),
      }),
    )
    .output(wrapped(PaymentDetail))
    .errors(
      failsWith(
        'PaymentNotFound',
        'RefundRequestNotFound',
        'RefundRequestOwn',
        'RefundRequestDecided',
        'PaymentStatusWrong',
        'RefundTooHigh',
        'CreditTooLow',
      ),
    ),
}
