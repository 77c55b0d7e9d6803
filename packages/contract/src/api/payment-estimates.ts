import { z } from 'zod'
import { INSTALLMENTS_MAX } from '../rules/payments.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { CalendarDateInput } from './instants.ts'
import { PositiveAmount, Share } from './money.ts'
import { PaymentDetail } from './payment-documents.ts'
import {
  createErrors,
  DocumentContent,
  DocumentDraft,
  DocumentLink,
  DocumentVersion,
  EstimateID,
  LineInput,
  linesOf,
  statusClaim,
  updateErrors,
} from './payment-drafts.ts'
import { DocumentPage, DocumentTotals, ListFilters, ListQuery } from './payment-lists.ts'

const tags = ['payments']
const requests = () => endpoint({ permission: 'payments_manage' })
const estimates = () => endpoint({ permission: 'payments_manage_estimates' })

const EstimateContent = {
  lines: linesOf(
    LineInput.extend({
      isOptional: z.boolean().default(false).describe('The contact may leave it out.'),
      isChosen: z.boolean().default(false).describe('Of an optional line: it counts.'),
    }),
  ),
  deposit: Share.nullable().optional().describe('What is asked for first. Default: that of the settings.'),
  validUntil: CalendarDateInput.nullable().optional(),
}

const AnswerCount = z
  .int32()
  .min(0)
  .optional()
  .describe('How many answers of the contact the caller saw: a later one is not discarded.')

/** The part of an approved estimate to request. */
const RequestedPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deposit'), share: Share.describe('Of the total.') }),
  z.object({ kind: z.literal('remainder'), dueOn: CalendarDateInput.nullable().optional() }),
  z.object({
    kind: z.literal('installments'),
    installments: z
      .array(z.object({ dueOn: CalendarDateInput, amount: PositiveAmount }))
      .min(2)
      .max(INSTALLMENTS_MAX)
      .describe('Together what is not requested yet.'),
    sendsOnDates: z
      .boolean()
      .default(false)
      .describe('Each is texted to the contact on its date, by a scheduled message in the conversation.'),
  }),
])

export const paymentEstimates = {
  get: estimates()
    .route({ method: 'GET', path: '/payments/PaymentEstimate/get/{id}', tags, summary: 'Returns an estimate' })
    .input(z.object({ id: EstimateID }))
    .output(wrapped(PaymentDetail))
    .errors(failsWith('PaymentNotFound')),

  getLink: estimates()
    .route({
      method: 'GET',
      path: '/payments/PaymentEstimate/get-link/{id}',
      tags,
      summary: 'Returns a link to the page on which the contact approves it, once it has a number',
    })
    .input(z.object({ id: EstimateID }))
    .output(wrapped(DocumentLink))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong')),

  getList: estimates()
    .route({ method: 'GET', path: '/payments/PaymentEstimate/get-list', tags, summary: 'Lists estimates' })
    .input(ListQuery)
    .output(DocumentPage)
    .errors(failsWith('InvalidInput')),

  getTotals: estimates()
    .route({
      method: 'GET',
      path: '/payments/PaymentEstimate/get-totals',
      tags,
      summary: 'Counts documents by status and currency, and returns what estimates come to',
    })
    .input(ListFilters)
    .output(DocumentTotals)
    .errors(failsWith('InvalidInput')),

  create: estimates()
    .route({
      method: 'POST',
      path: '/payments/PaymentEstimate/create',
      tags,
      summary: 'Adds an estimate as a draft. Safe to repeat',
    })
    .input(DocumentDraft.extend(EstimateContent))
    .output(wrapped(PaymentDetail))
    .errors(createErrors),

  update: estimates()
    .route({
      method: 'POST',
      path: '/payments/PaymentEstimate/update',
      tags,
      summary: 'Writes a new version, which replaces the one the contact has, and is to be approved again',
    })
    .input(
      DocumentContent.extend({
        id: EstimateID,
        version: DocumentVersion,
        answerCount: AnswerCount,
        ...EstimateContent,
      }),
    )
    .output(wrapped(PaymentDetail))
    .errors(updateErrors),

  acceptLate: estimates()
    .route({
      method: 'POST',
      path: '/payments/PaymentEstimate/accept-late',
      tags,
      summary: 'Accepts an approval that the contact gave after the estimate expired',
    })
    .input(z.object({ id: EstimateID }))
    .output(wrapped(PaymentDetail))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong', 'NumbersUsedUp')),

  addChangeOrder: estimates()
    .route({
      method: 'POST',
      path: '/payments/PaymentEstimate/add-change-order',
      tags,
      summary: 'Adds lines to an approved estimate, as an estimate of their own to approve. Safe to repeat',
    })
    .input(DocumentContent.extend({ id: EstimateID, clientDocumentId: z.uuid(), ...EstimateContent }))
    .output(wrapped(PaymentDetail))
    .errors({ ...createErrors, ...failsWith('PaymentNotFound', 'PaymentStatusWrong') }),

  convert: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentEstimate/convert',
      tags,
      summary:
        'Adds payment requests for an estimate: a deposit, the remainder, or the remainder in installments. Safe to repeat',
    })
    .input(
      z.object({
        id: EstimateID,
        clientDocumentId: z.uuid().describe('Chosen by the caller: of the first request.'),
        part: RequestedPart,
      }),
    )
    .output(wrapped(z.object({ requests: z.array(PaymentDetail) })))
    .errors(
      failsWith(
        'PaymentNotFound',
        'PaymentStatusWrong',
        'ClientPaymentIdReused',
        'ConversationNotFound',
        'InvalidInput',
      ),
    ),

  sendByEmail: estimates()
    .route({
      method: 'POST',
      path: '/payments/PaymentEstimate/send-by-email',
      tags,
      summary:
        'Emails it to its contact with the PDF attached: a draft is sent, one without an answer is reminded of. Safe to repeat',
    })
    .input(z.object({ id: EstimateID, clientMailId: z.uuid() }))
    .output(wrapped(PaymentDetail))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong', 'ContactEmailMissing', 'NumbersUsedUp')),

  delete: estimates()
    .route({
      method: 'DELETE',
      path: '/payments/PaymentEstimate/delete/{id}',
      tags,
      summary: 'Deletes a draft, and cancels what was sent, whose number stays',
    })
    .input(z.object({ id: EstimateID }))
    .output(wrapped(z.object({ isCancelled: z.boolean() })))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong')),

  updateStatus: estimates()
    .route({
      method: 'POST',
      path: '/payments/PaymentEstimate/update-status/{id}/{status}',
      tags,
      summary: 'Records that it was handed over, that the contact was reminded, or that it is cancelled',
    })
    .input(statusClaim(EstimateID))
    .output(wrapped(PaymentDetail))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong', 'NumbersUsedUp')),
}
