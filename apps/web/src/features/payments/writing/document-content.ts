import type { PaymentConfigs, PaymentDetail, StoredFile } from '@frontdesk/contract/api'
import { type Currency, type DocumentKind, type Share, shareToCurrency, toCurrency } from '@frontdesk/contract/rules'
import { isFilled, type LineDraft, newLine, toLineDraft, totalsOf } from './document-lines.ts'

/** What a document says, while it is being written. */
export interface DocumentContent {
  lines: LineDraft[]
  discount: Share | null
  isTaxExempt: boolean
  note: string
  terms: string
  /** When a request is due, or until when an estimate is valid; empty: none, or that of the settings. */
  date: string
  deposit: Share | null
  attachments: StoredFile[]
  /** Files that are being uploaded. */
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

/** Changes the content of a form as it is now: files are added while other fields are edited. */
export const mergeContent =
  (change: (now: DocumentContent) => Partial<DocumentContent>) =>
  (form: { content: DocumentContent }): { content: DocumentContent } => ({
    content: { ...form.content, ...change(form.content) },
  })

/** The same amounts in another currency. */
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

/** Whether it can be saved: a payment request asks for something. */
export const isComplete = (content: DocumentContent, configs: PaymentConfigs, kind: DocumentKind): boolean =>
  content.uploads === 0 &&
  content.lines.every(isFilled) &&
  (kind === 'estimate' || contentTotals(content, configs).totalAmount > 0)

const textsOf = ({ discount, isTaxExempt, note, terms, attachments }: DocumentContent) => ({
  ...{ discount, isTaxExempt, note, terms },
  attachments: attachments.map(({ sid }) => sid),
})

const amountOf = ({ key: _key, unitAmount, ...line }: LineDraft) => ({ ...line, unitAmount: unitAmount ?? 0 })

/** As payment requests are saved, without their date. */
export const toRequestInput = (content: DocumentContent) => ({
  ...textsOf(content),
  lines: content.lines.map(amountOf).map(({ isOptional: _isOptional, isChosen: _isChosen, ...line }) => line),
})

/** As estimates are saved, without their date. */
export const toEstimateInput = (content: DocumentContent) => ({
  ...textsOf(content),
  lines: content.lines.map(amountOf).map((line) => ({ ...line, isChosen: line.isOptional && line.isChosen })),
  deposit: content.deposit,
})
