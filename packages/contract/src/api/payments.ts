import { z } from 'zod'
import { BOOKING_PARTS } from '../rules/booking-payments.ts'
import { BULK_SELECTED_MAX } from '../rules/bulk-actions.ts'
import { MESSAGE_ATTACHMENTS_MAX } from '../rules/constants.ts'
import { AMOUNT_MAX, CURRENCIES } from '../rules/money.ts'
import {
  ANSWER_CHANNELS,
  DOCUMENT_KINDS,
  DOCUMENT_LINES_MAX,
  DOCUMENT_NOTE_MAX,
  DOCUMENT_ORDERS,
  DOCUMENT_PARTS,
  DOCUMENT_TERMS_MAX,
  ESTIMATE_DECISIONS,
  INSTALLMENTS_MAX,
  LINE_TAXES_MAX,
  LINE_TEXT_MAX,
  MANUAL_METHODS,
  MANUAL_STATUSES,
  PAYMENT_ACTIVITY_KINDS,
  PAYMENT_EXPORTS,
  PAYMENT_NOTE_MAX,
  PAYMENT_STATUSES,
  QUANTITY_MAX,
  QUANTITY_ONE,
  REFUND_REQUEST_STATES,
  REFUND_SOURCES,
  REFUND_STATES,
  REFUND_TARGETS,
  TAX_RATE_MAX,
} from '../rules/payments.ts'
import { endpoint, failsWith, wrapped, wrappedPage } from './endpoint.ts'
import { StoredFile } from './files.ts'
import { ConversationSid, MediaSid } from './ids.ts'
import { CalendarDateInput, InstantInput } from './instants.ts'
import { personName, words } from './words.ts'

export const CurrencyCode = z.enum(CURRENCIES)
/** In the smallest unit of the currency. */
export const Amount = z.int().min(0).max(AMOUNT_MAX)
const positive = z.int().min(1).max(AMOUNT_MAX)
export const Rate = z.int().min(0).max(TAX_RATE_MAX).describe('In thousandths of a percent: 33 333 is 33.333 %.')

export const Share = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), rate: Rate }),
  z.object({ kind: z.literal('amount'), amount: Amount }),
])

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
  isUndelivered: z.boolean(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
})
export type PaymentActivity = z.infer<typeof PaymentActivity>

/** What a contact answered to an estimate, as it was then. Never changed. */
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

/** A line to refund. Remainders can have more lines than can be entered. */
const RefundLineInput = z.object({
  line: z.int32().min(0).describe('From 0.'),
  quantity: z.int().min(1).max(QUANTITY_MAX).nullable().default(null).describe('How much of it, in thousandths.'),
  amount: positive.describe('With its taxes.'),
})

/** A line of a refund, or what is left of one. */
export const RefundLine = z.object({ line: z.int(), quantity: z.int().nullable(), amount: z.int() })
export type RefundLine = z.infer<typeof RefundLine>

/** The part of a refund that is for one line. */
export const RefundShare = z.object({
  line: z.int(),
  quantity: z.int().nullable(),
  netAmount: z.int(),
  taxAmounts: z.array(z.int()).describe('In the order of the taxes of the line.'),
})
export type RefundShare = z.infer<typeof RefundShare>

export const PaymentRefund = z.object({
  id: z.uuid(),
  source: z.enum(REFUND_SOURCES),
  target: z.enum(REFUND_TARGETS),
  state: z.enum(REFUND_STATES),
  amount: z.int(),
  netAmount: z.int(),
  taxAmount: z.int(),
  tipAmount: z.int(),
  lines: z.array(RefundShare).describe('How it is spread over the lines, without the tip.'),
  reason: z.string(),
  at: z.iso.datetime(),
})

export type PaymentRefund = z.infer<typeof PaymentRefund>

export const RefundRequest = z.object({
  id: z.uuid(),
  source: z.enum(REFUND_SOURCES),
  target: z.enum(REFUND_TARGETS),
  state: z.enum(REFUND_REQUEST_STATES),
  amount: z.int(),
  lines: z.array(RefundLine).nullable().describe('null: an amount was entered.'),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  decidedBy: z.string().nullable(),
  canDecide: z.boolean().describe('Not the one who asked for it.'),
})
export type RefundRequest = z.infer<typeof RefundRequest>

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

const PaymentID = z.uuid().meta({ names: 'payment' })
const EstimateID = z.uuid().meta({ names: 'estimate' })

/** A line as it is entered. */
export const LineInput = z.object({
  description: words().min(1).max(LINE_TEXT_MAX),
  quantity: z.int().min(1).max(QUANTITY_MAX).default(QUANTITY_ONE).describe('In thousandths.'),
  unitAmount: Amount,
  discount: Share.nullable().default(null),
  taxIDs: z.array(z.uuid()).max(LINE_TAXES_MAX).default([]).describe('Taxes of the settings.'),
})

/** What a document says, as it is entered. */
const Content = z.object({
  discount: Share.nullable().default(null),
  isTaxExempt: z.boolean().default(false),
  note: words().max(DOCUMENT_NOTE_MAX).default(''),
  terms: words().max(DOCUMENT_TERMS_MAX).optional().describe('Default: those of the settings.'),
  attachments: z
    .array(MediaSid)
    .max(MESSAGE_ATTACHMENTS_MAX)
    .optional()
    .describe('Uploads of the caller, and files already attached. Default: no change.'),
})

const Draft = Content.extend({
  clientDocumentId: z.uuid().describe('Chosen by the caller: a repeated request returns the document it made.'),
  locationID: z.uuid(),
  contactID: z.uuid().optional(),
  contact: z
    .object({ name: personName().max(120).default(''), phone: z.string().trim().min(3).max(40) })
    .optional()
    .describe('Instead of `contactID`: a new contact, or the one with that number.'),
  currency: CurrencyCode.optional().describe('Default: that of the settings.'),
  isTaxExempt: z.boolean().optional().describe('Default: whether the contact is.'),
})

const lines = <Line extends z.ZodType>(line: Line) => z.array(line).min(1).max(DOCUMENT_LINES_MAX)
const RequestContent = { lines: lines(LineInput), dueOn: CalendarDateInput.nullable().optional() }
const EstimateContent = {
  lines: lines(
    LineInput.extend({
      isOptional: z.boolean().default(false).describe('The contact may leave it out.'),
      isChosen: z.boolean().default(false).describe('Of an optional line: it counts.'),
    }),
  ),
  deposit: Share.nullable().optional().describe('What is asked for first. Default: that of the settings.'),
  validUntil: CalendarDateInput.nullable().optional(),
}
const Version = z
  .int32()
  .min(1)
  .describe(
    'The version that the caller edited. If someone else has changed it since, the request fails with ChangedMeanwhile.',
  )

const AnswerCount = z
  .int32()
  .min(0)
  .optional()
  .describe('How many answers of the contact the caller saw: a later one is not discarded.')

/** What is requested for an approved estimate. */
const RequestedPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deposit'), share: Share.describe('Of the total.') }),
  z.object({ kind: z.literal('remainder'), dueOn: CalendarDateInput.nullable().optional() }),
  z.object({
    kind: z.literal('installments'),
    installments: z
      .array(z.object({ dueOn: CalendarDateInput, amount: positive }))
      .min(2)
      .max(INSTALLMENTS_MAX)
      .describe('Together what is not requested yet.'),
  }),
])

/** Filters of documents; all of them must match. */
export const DocumentCriteria = z.strictObject({
  searchTerm: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('A phone number, words of the contact’s name, or a number of a document.'),
  statuses: z.array(z.enum(PAYMENT_STATUSES)).max(PAYMENT_STATUSES.length).optional(),
  kinds: z.array(z.enum(DOCUMENT_KINDS)).max(2).optional(),
  locationIDs: z.array(z.uuid()).max(100).optional(),
  contactID: z.uuid().optional(),
  startDateTimeUTC: InstantInput.optional().describe('Created from then on.'),
  endDateTimeUTC: InstantInput.optional().describe('Created before.'),
})
export type DocumentCriteria = z.output<typeof DocumentCriteria>

const text = (pattern: RegExp) => z.string().regex(pattern)
const list = <Item extends z.ZodType<string>>(item: Item, max: number) =>
  z.union([z.array(item).max(max), item]).optional()

/** The same in a URL, where lists arrive as text. */
const ListFilters = z.object({
  searchTerm: z.string().trim().max(200).optional(),
  statuses: list(z.enum(PAYMENT_STATUSES), PAYMENT_STATUSES.length),
  kinds: list(z.enum(DOCUMENT_KINDS), 2),
  locationIDs: list(z.uuid(), 100),
  contactID: z.uuid().optional(),
  startDateTimeUTC: InstantInput.optional(),
  endDateTimeUTC: InstantInput.optional(),
})

const ListQuery = ListFilters.extend({
  orderBy: z.enum(DOCUMENT_ORDERS).default('createdDateUTC'),
  orderByDesc: z.enum(['true', 'false']).default('true'),
  pageNumber: text(/^\d{1,5}$/).optional(),
  pageSize: text(/^\d{1,3}$/)
    .optional()
    .describe('10, 25, 50 or 100; default 50.'),
  cursor: z.string().max(300).optional(),
})

export const DocumentTotal = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  currency: CurrencyCode,
  count: z.int(),
  amount: z.int(),
})
export type DocumentTotal = z.infer<typeof DocumentTotal>

/** What a contact owes, and what the business owes them, at the caller’s locations. */
export const ContactBalance = z.object({ currency: CurrencyCode, dueAmount: z.int(), creditAmount: z.int() })
export type ContactBalance = z.infer<typeof ContactBalance>

const DocumentPage = wrappedPage(z.object({ payments: z.array(PaymentDocument) }))
const PageLink = z.object({
  url: z.url().describe('It works for 90 days, and asks for the last digits of the number.'),
})
const DocumentTotals = wrapped(z.object({ totals: z.array(DocumentTotal) }))

const tags = ['payments']
const requests = () => endpoint({ permission: 'payments_manage' })
const estimates = () => endpoint({ permission: 'payments_manage_estimates' })
const createFailures = failsWith(
  'LocationNotFound',
  'ContactNotFound',
  'ContactRestricted',
  'PhoneNumberInexistent',
  'TaxNotFound',
  'AttachmentUnknown',
  'ClientPaymentIdReused',
  'InvalidInput',
)
const contentFailures = failsWith(
  'PaymentNotFound',
  'PaymentStatusWrong',
  'ChangedMeanwhile',
  'TaxNotFound',
  'AttachmentUnknown',
  'InvalidInput',
)
/** Statuses that nobody may claim are refused like impossible ones, so they are not malformed input. */
const claim = (id: z.ZodUUID) => z.object({ id, status: z.union([z.enum(MANUAL_STATUSES), z.string().max(40)]) })

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
    .output(wrapped(PageLink))
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
    .input(Draft.extend(RequestContent))
    .output(wrapped(PaymentDetail))
    .errors(createFailures),

  update: requests()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/update',
      tags,
      summary: 'Writes a new version, which replaces the one the contact has. Not once something was paid',
    })
    .input(Content.extend({ id: PaymentID, version: Version, ...RequestContent }))
    .output(wrapped(PaymentDetail))
    .errors(contentFailures),

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
        amount: positive.optional().describe('Default: all that is due. What is above that becomes credit.'),
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
    .input(claim(PaymentID))
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
        amount: positive,
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
    .output(wrapped(PageLink))
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
    .input(Draft.extend(EstimateContent))
    .output(wrapped(PaymentDetail))
    .errors(createFailures),

  update: estimates()
    .route({
      method: 'POST',
      path: '/payments/PaymentEstimate/update',
      tags,
      summary: 'Writes a new version, which replaces the one the contact has, and is to be approved again',
    })
    .input(Content.extend({ id: EstimateID, version: Version, answerCount: AnswerCount, ...EstimateContent }))
    .output(wrapped(PaymentDetail))
    .errors(contentFailures),

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
    .input(Content.extend({ id: EstimateID, clientDocumentId: z.uuid(), ...EstimateContent }))
    .output(wrapped(PaymentDetail))
    .errors({ ...createFailures, ...failsWith('PaymentNotFound', 'PaymentStatusWrong') }),

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
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong', 'ClientPaymentIdReused', 'InvalidInput')),

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
    .input(claim(EstimateID))
    .output(wrapped(PaymentDetail))
    .errors(failsWith('PaymentNotFound', 'PaymentStatusWrong', 'NumbersUsedUp')),
}
