import type { PaymentConfigs, PaymentDetail } from '@frontdesk/contract/api'
import type { DocumentKind, Share } from '@frontdesk/contract/rules'
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
}

export const newContent = (configs: PaymentConfigs): DocumentContent => ({
  lines: [newLine(configs)],
  discount: null,
  isTaxExempt: false,
  note: '',
  terms: configs.terms,
  date: '',
  deposit: configs.deposit,
})

export const contentOf = (payment: PaymentDetail, configs: PaymentConfigs): DocumentContent => {
  const { kind, lines, discount, isTaxExempt, note, terms, deposit, dueOn, validUntil } = payment
  return {
    ...{ discount, isTaxExempt, note, terms, deposit },
    lines: lines.map((line) => toLineDraft(line, configs)),
    date: (kind === 'request' ? dueOn : validUntil) ?? '',
  }
}

export const contentTotals = ({ lines, discount, isTaxExempt }: DocumentContent, { taxes }: PaymentConfigs) =>
  totalsOf(lines, { taxes, discount, isExempt: isTaxExempt })

/** Whether it can be saved: a payment request asks for something. */
export const isComplete = (content: DocumentContent, configs: PaymentConfigs, kind: DocumentKind): boolean =>
  content.lines.every(isFilled) && (kind === 'estimate' || contentTotals(content, configs).totalAmount > 0)

const textsOf = ({ discount, isTaxExempt, note, terms }: DocumentContent) => ({ discount, isTaxExempt, note, terms })

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
