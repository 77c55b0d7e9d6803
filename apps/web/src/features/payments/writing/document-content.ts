import type { PaymentConfigs, PaymentDetail, StoredFile } from '@frontdesk/contract/api'
import { CURRENCY_DIGITS, type Currency, type DocumentKind, type Share } from '@frontdesk/contract/rules'
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

/** The same amounts in another currency, whose minor unit may have other digits: 50.00 dollars become 50 yen. */
export function inCurrency(content: DocumentContent, from: Currency, to: Currency): DocumentContent {
  const convert = (amount: number) => Math.round(amount * 10 ** (CURRENCY_DIGITS[to] - CURRENCY_DIGITS[from]))
  const convertShare = (share: Share | null) =>
    share?.kind === 'amount' ? { ...share, amount: convert(share.amount) } : share
  return {
    ...content,
    discount: convertShare(content.discount),
    deposit: convertShare(content.deposit),
    lines: content.lines.map((line) => ({
      ...line,
      unitAmount: line.unitAmount === null ? null : convert(line.unitAmount),
      discount: convertShare(line.discount),
    })),
  }
}

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
