import type { PaymentConfigs, PaymentDetail, StoredFile } from '@frontdesk/contract/api'
import { type Currency, type DocumentKind, type Share, shareToCurrency, toCurrency } from '@frontdesk/contract/rules'
import { isFilled, type LineDraft, newLine, toLineDraft, totalsOf } from './document-lines.ts'

/** The content of a document as the form edits it. */
export interface DocumentContent {
  lines: LineDraft[]
  discount: Share | null
  isTaxExempt: boolean
  note: string
  terms: string
  /** Due date of a request, or last valid day of an estimate; empty: by the settings. */
  date: string
  deposit: Share | null
  attachments: StoredFile[]
  /** Number of uploads in progress. */
  uploads: number
}

export const newContent = (configs: PaymentConfigs): DocumentContent => ({
  lines: [newLine(configs)],
  discount: null,
  isTaxExempt: false,
  note: '',
  terms: configs.terms,
  date: '',
  deposit: configs.deposit,
  attachments: [],
  uploads: 0,
})

export const contentOf = (payment: PaymentDetail, configs: PaymentConfigs): DocumentContent => {
  const { kind, lines, discount, isTaxExempt, note, terms, deposit, dueOn, validUntil, attachments } = payment
  return {
    ...{ discount, isTaxExempt, note, terms, deposit, attachments, uploads: 0 },
    lines: lines.map((line) => toLineDraft(line, configs)),
    date: (kind === 'request' ? dueOn : validUntil) ?? '',
  }
}

/** Updater for a change to the latest content of a form: uploads finish while other fields are edited. */
export const mergeContent =
  (change: (now: DocumentContent) => Partial<DocumentContent>) =>
  (form: { content: DocumentContent }): { content: DocumentContent } => ({
    content: { ...form.content, ...change(form.content) },
  })

/** The same content with its amounts in another currency. */
export const inCurrency = (content: DocumentContent, from: Currency, to: Currency): DocumentContent => ({
  ...content,
  discount: shareToCurrency(content.discount, from, to),
  deposit: shareToCurrency(content.deposit, from, to),
  lines: content.lines.map((line) => ({
    ...line,
    unitAmount: line.unitAmount === null ? null : toCurrency(line.unitAmount, from, to),
    discount: shareToCurrency(line.discount, from, to),
  })),
})

export const contentTotals = ({ lines, discount, isTaxExempt }: DocumentContent, { taxes }: PaymentConfigs) =>
  totalsOf(lines, { taxes, discount, isExempt: isTaxExempt })

/** Whether it can be saved. The total of a payment request must be positive. */
export const isComplete = (content: DocumentContent, configs: PaymentConfigs, kind: DocumentKind): boolean =>
  content.uploads === 0 &&
  content.lines.every(isFilled) &&
  (kind === 'estimate' || contentTotals(content, configs).totalAmount > 0)

const textsOf = ({ discount, isTaxExempt, note, terms, attachments }: DocumentContent) => ({
  ...{ discount, isTaxExempt, note, terms },
  attachments: attachments.map(({ sid }) => sid),
})

const amountOf = ({ key: _key, unitAmount, ...line }: LineDraft) => ({ ...line, unitAmount: unitAmount ?? 0 })

/** Input for saving a payment request, without its date. */
export const toRequestInput = (content: DocumentContent) => ({
  ...textsOf(content),
  lines: content.lines.map(amountOf).map(({ isOptional: _isOptional, isChosen: _isChosen, ...line }) => line),
})

/** Input for saving an estimate, without its date. */
export const toEstimateInput = (content: DocumentContent) => ({
  ...textsOf(content),
  lines: content.lines.map(amountOf).map((line) => ({ ...line, isChosen: line.isOptional && line.isChosen })),
  deposit: content.deposit,
})
