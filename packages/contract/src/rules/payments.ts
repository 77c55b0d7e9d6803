import { CURRENCY_DIGITS, type Currency } from './money.ts'
export const DOCUMENT_KINDS = ['request', 'estimate'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Role of a request or an estimate as a part of another document. */
export const DOCUMENT_PARTS = ['deposit', 'installment', 'remainder', 'change-order'] as const
export type DocumentPart = (typeof DOCUMENT_PARTS)[number]
export const INSTALLMENTS_MAX = 24

export const ESTIMATE_DECISIONS = ['approved', 'declined'] as const
export type EstimateDecision = (typeof ESTIMATE_DECISIONS)[number]
/** How a contact answers an estimate. */
export const ANSWER_CHANNELS = ['page', 'text'] as const
export type AnswerChannel = (typeof ANSWER_CHANNELS)[number]

/** Stages that a teammate, a message or the contact set. Payments do not change them. */
const DOCUMENT_STAGES = [
  'draft',
  'sent',
  'sent-reminder',
  'viewed',
  'cancelled',
  'replaced',
  'approved',
  'declined',
  'expired',
  'converted',
] as const
export type DocumentStage = (typeof DOCUMENT_STAGES)[number]

/** The status of a document: its stage, unless money says more. */
export const PAYMENT_STATUSES = [
  'draft',
  'sent',
  'sent-reminder',
  'viewed',
  'processing',
  'partly-paid',
  'paid',
  'marked-as-paid',
  'failed',
  'partly-refunded',
  'refunded',
  'disputed',
  'cancelled',
  'replaced',
  'approved',
  'declined',
  'expired',
  'converted',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Statuses that a teammate sets. Payment statuses follow from the ledger. */
export const MANUAL_STATUSES = ['sent', 'sent-reminder', 'cancelled'] as const
export type ClaimedStatus = (typeof MANUAL_STATUSES)[number]

/** Stages of documents that the contact has and that still can be paid or approved. */
const OPEN_STAGES: readonly DocumentStage[] = ['sent', 'sent-reminder', 'viewed', 'approved']
export const isOpenStage = (stage: DocumentStage): boolean => OPEN_STAGES.includes(stage)

/**
 * The next stage when a teammate sets a status; null if it is not allowed. A reminder of a draft counts as sending it.
 */
export function nextStage(stage: DocumentStage, claim: ClaimedStatus): DocumentStage | null {
  if (stage === claim) return stage
  if (claim === 'cancelled') return stage === 'draft' || isOpenStage(stage) ? 'cancelled' : null
  if (stage === 'draft') return 'sent'
  if (!isOpenStage(stage) || stage === 'approved') return null
  return claim === 'sent' && stage !== 'viewed' ? stage : 'sent-reminder'
}

/** How money that a teammate records was given. */
export const MANUAL_METHODS = ['cash', 'check', 'card-terminal', 'bank-transfer', 'other', 'credit'] as const
export type ManualMethod = (typeof MANUAL_METHODS)[number]

/** Source of a refund: the payments for the document, or credit that the contact has. */
export const REFUND_SOURCES = ['payment', 'credit'] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]
/**
 * `cash`: handed back outside of Frontdesk. `credit`: kept for what the contact buys next. `card`: back to the card or
 * bank account that it was paid from.
 */
export const REFUND_TARGETS = ['cash', 'credit', 'card'] as const
export type RefundTarget = (typeof REFUND_TARGETS)[number]
export const REFUND_STATES = ['pending', 'requires-action', 'succeeded', 'failed', 'cancelled'] as const

/** Decisions of a second person about a refund above the limit of the business. */
export const REFUND_REQUEST_STATES = ['waiting', 'approved', 'declined'] as const

/**
 * Whether a refund needs a second person. All refunds of a document count, so that several small ones do not avoid it.
 * In another currency than that of the settings the limit is the same number of units.
 */
export const needsRefundApproval = (
  { refundApprovalAbove, currency }: { refundApprovalAbove: number | null; currency: Currency },
  refund: { amount: number; earlierAmount: number; currency: Currency },
): boolean =>
  refundApprovalAbove !== null &&
  (refund.amount + refund.earlierAmount) / 10 ** CURRENCY_DIGITS[refund.currency] >
    refundApprovalAbove / 10 ** CURRENCY_DIGITS[currency]

/** How a contact gets the receipt of a charge to a card on file. */
export const RECEIPT_CHANNELS = ['text', 'mail'] as const
export type ReceiptChannel = (typeof RECEIPT_CHANNELS)[number]

export const DOCUMENT_ORDERS = [
  'createdDateUTC',
  'contactPhone',
  'totalAmount',
  'invoiceNumber',
  'locationID',
  'paymentStatus',
] as const
export type DocumentOrder = (typeof DOCUMENT_ORDERS)[number]

/**
 * Files that payments are exported to: a row for each document, for each of their lines, or for each move to the bank.
 */
export const PAYMENT_EXPORTS = ['rows', 'lines', 'payouts'] as const
export type PaymentExport = (typeof PAYMENT_EXPORTS)[number]

export const PAYMENT_ACTIVITY_KINDS = [
  'created',
  'changed',
  'sent',
  'sent-reminder',
  'viewed',
  'approved',
  'approved-late',
  'declined',
  'expired',
  'converted',
  'replaced',
  'started',
  'processing',
  'failed',
  'paid',
  'underpaid',
  'refund-requested',
  'refund-declined',
  'refunded',
  'refund-failed',
  'receipt-failed',
  'link-failed',
  'page-lost',
  'page-recovered',
  'currency-differs',
  'disputed',
  'dispute-won',
  'dispute-lost',
  'paid-out',
  'cancelled',
] as const
export type PaymentActivityKind = (typeof PAYMENT_ACTIVITY_KINDS)[number]

/** Activities of a contact: documents that reached them, their own actions, and changes to their money. */
export const CONTACT_PAYMENT_KINDS = [
  'sent',
  'sent-reminder',
  'viewed',
  'approved',
  'approved-late',
  'declined',
  'failed',
  'paid',
  'refunded',
  'refund-failed',
  'disputed',
  'dispute-won',
  'dispute-lost',
  'cancelled',
] as const satisfies readonly PaymentActivityKind[]

/** Pages of contacts, without a login: to pay a request, and to approve an estimate. */
export const PAYMENT_PAGE_PATHS: Record<DocumentKind, string> = { request: '/pay/', estimate: '/estimate/' }
/** How long a link to such a page works from when it was sent. */
export const PAYMENT_LINK_DAYS = 90
/** Stands for the link in a text that a document is attached to. */
export const PAYMENT_LINK_VARIABLE = ':payment_link:'

export const DOCUMENT_LINES_MAX = 100
export const LINE_TAXES_MAX = 5
export const LINE_TEXT_MAX = 300
export const DOCUMENT_NOTE_MAX = 2000
export const DOCUMENT_TERMS_MAX = 5000
export const PAYMENT_NOTE_MAX = 500
/** Quantities are thousandths: 1.5 hours is 1500. */
export const QUANTITY_ONE = 1000
export const QUANTITY_MAX = 1_000_000 * QUANTITY_ONE
/** 100 %. */
export const TAX_RATE_MAX = 100_000
export const TAXES_MAX = 20
export const TAX_NAME_MAX = 40
export const SAVED_ITEMS_MAX = 200
/** Of a payment request, by themselves. */
export const REMINDERS_MAX = 5
export const REMINDER_DAYS_MAX = 60
export const DUE_DAYS_MAX = 365
/** No digit at the end: A with 123 would read like A1 with 23. */
export const NUMBER_PREFIX = /^(?:[A-Z0-9/-]{0,9}[A-Z/-])?$/
export const NUMBER_DIGITS = { min: 1, max: 9 } as const
export const NUMBER_MAX = 999_999_999

/** Until a business saves its own. */
export const DEFAULT_NUMBERING = {
  request: { prefix: 'INV-', digits: 4, nextNumber: 1 },
  estimate: { prefix: 'EST-', digits: 4, nextNumber: 1 },
} as const satisfies Record<DocumentKind, object>

/** The number of a document as people write it: INV-0017. */
export const formatInvoiceNumber = ({ prefix, digits }: { prefix: string; digits: number }, value: number): string =>
  prefix + String(value).padStart(digits, '0')

/** Address of a logo uploaded for documents. */
export const DOCUMENT_LOGO_URL = /^\/files\/payment-logos\/[0-9a-f]{32}$/

/** Paper that documents are printed on. */
export const PAPER_SIZES = ['LETTER', 'A4'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]

/** Until a business saves its own. */
export const DEFAULT_PAYMENT_CONFIGS = {
  currency: 'USD' as const,
  color: '#0b7285',
  logoURL: null as string | null,
  businessLines: '',
  paperSize: 'LETTER' as PaperSize,
  taxes: [],
  terms: '',
  dueDays: 14,
  validDays: 30,
  items: [],
  deposit: null,
  // Off until a business enters rates: not every trade gets tips.
  tipRates: [] as number[],
  reminderDays: [] as number[],
  refundApprovalAbove: null,
}
