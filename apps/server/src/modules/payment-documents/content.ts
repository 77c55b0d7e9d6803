import type { DocumentTax, PaymentConfigs } from '@frontdesk/contract/api'
import {
  AMOUNT_MAX,
  type Currency,
  computeTotals,
  type DocumentKind,
  type DocumentTotals,
  type LineToPrice,
  QUANTITY_ONE,
  type Share,
  shareToCurrency,
} from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { attachToDocument } from '../files/index.ts'
import type { PaymentAuthor } from './change-document.ts'
import type { DocumentRow } from './rows.ts'

export interface DraftLine {
  description: string
  quantity: number
  unitAmount: number
  discount: Share | null
  taxIDs: string[]
  isOptional?: boolean
  isChosen?: boolean
}

/** Content of a document as parsed, with defaults. */
export interface ContentDraft {
  lines: DraftLine[]
  discount: Share | null
  isTaxExempt: boolean
  note: string
  terms?: string | undefined
  attachments?: string[] | undefined
  dueOn?: string | null | undefined
  validUntil?: string | null | undefined
  deposit?: Share | null | undefined
}

export interface PricedLine extends LineToPrice {
  description: string
  taxes: DocumentTax[]
}

function toLine(line: DraftLine, index: number, { taxes }: PaymentConfigs): PricedLine {
  const { description, quantity, unitAmount, discount, taxIDs, isOptional = false, isChosen = false } = line
  if ((unitAmount * quantity) / QUANTITY_ONE > AMOUNT_MAX) throw invalidInput(`lines.${index}`, 'Too much')
  return {
    ...{ description, quantity, unitAmount, discount, isOptional, isChosen: isOptional && isChosen },
    taxes: [...new Set(taxIDs)].map((id) => {
      const tax = taxes.find((each) => each.id === id)
      if (!tax) throw new AppError('TaxNotFound')
      return { id, name: tax.name, rate: tax.rate, isInclusive: tax.isInclusive }
    }),
  }
}

function assertFits(kind: DocumentKind, { totalAmount, grossAmount }: DocumentTotals): void {
  if (totalAmount > AMOUNT_MAX || grossAmount > AMOUNT_MAX) throw invalidInput('lines', 'The total is too large')
  if (kind === 'request' && totalAmount === 0) throw invalidInput('lines', 'There is nothing to pay')
}

/** Content of one version of a document. */
export interface DocumentContent {
  lines: readonly PricedLine[]
  totals: DocumentTotals
  discount: Share | null
  isTaxExempt: boolean
  note: string
  terms: string
  /** The deposit that an estimate asks for. */
  deposit: Share | null
  fileIds: readonly string[]
}

/** Prices the entered content. */
export function priceContent(
  kind: DocumentKind,
  draft: ContentDraft,
  configs: PaymentConfigs,
  currency: Currency,
): Omit<DocumentContent, 'fileIds'> {
  const lines = draft.lines.map((line, index) => toLine(line, index, configs))
  const { discount, isTaxExempt, note, terms = configs.terms } = draft
  const { deposit = shareToCurrency(configs.deposit, configs.currency, currency) } = draft
  const totals = computeTotals({ lines, discount, isExempt: isTaxExempt })
  // The contact may choose every option.
  const withOptions = lines.map((line) => ({ ...line, isChosen: line.isOptional }))
  assertFits(kind, computeTotals({ lines: withOptions, discount, isExempt: isTaxExempt }))
  return { lines, totals, discount, isTaxExempt, note, terms, deposit: kind === 'estimate' ? deposit : null }
}

export const todayIn = (tx: TenantTx, { timeZone }: { timeZone: string }): Temporal.PlainDate =>
  Temporal.Instant.from(tx.now()).toZonedDateTimeISO(timeZone).toPlainDate()

/** When a request is due, or until when an estimate is valid, and whether the settings say so. */
export const datesOf = (
  kind: DocumentKind,
  { dueOn, validUntil }: Pick<ContentDraft, 'dueOn' | 'validUntil'>,
  { dueDays, validDays }: Pick<PaymentConfigs, 'dueDays' | 'validDays'>,
  today: Temporal.PlainDate,
): Pick<DocumentRow, 'dueOn' | 'validUntil' | 'hasDefaultDate'> => ({
  dueOn: kind === 'request' ? dateOf(dueOn, dueDays, today) : null,
  validUntil: kind === 'estimate' ? dateOf(validUntil, validDays, today) : null,
  hasDefaultDate: (kind === 'request' ? dueOn : validUntil) === undefined,
})

/** The given date, none, or the date a number of days from today. */
const dateOf = (given: string | null | undefined, days: number | null, today: Temporal.PlainDate): string | null =>
  given === undefined ? (days === null ? null : today.add({ days }).toString()) : given

/** Stores what a version says. It is written once. */
export async function insertContent(
  tx: TenantTx,
  author: PaymentAuthor,
  { id, version }: Pick<DocumentRow, 'id' | 'version'>,
  { lines, totals, discount, deposit, fileIds, ...columns }: DocumentContent,
  chosenFrom: number | null = null,
): Promise<void> {
  const key = { tenantId: tx.tenantId, documentId: id, version }
  await tx
    .insertInto('paymentDocumentVersions')
    .values({
      ...key,
      ...columns,
      discount: toJson(discount),
      deposit: toJson(deposit),
      fileIds: [...fileIds],
      grossAmount: totals.grossAmount,
      discountAmount: totals.discountAmount,
      netAmount: totals.netAmount,
      taxes: JSON.stringify(totals.taxes),
      totalAmount: totals.totalAmount,
      ...{ chosenFrom, createdByUserId: author.userId, createdAt: tx.now() },
    })
    .execute()
  await attachToDocument(tx, id, fileIds)
  await tx
    .insertInto('paymentLines')
    .values(
      lines.map(({ discount: ofLine, taxes, ...line }, index) => ({
        ...key,
        ...line,
        line: index,
        discount: toJson(ofLine),
        taxes: JSON.stringify(taxes),
        ...(totals.lines[index] as DocumentTotals['lines'][number]),
      })),
    )
    .execute()
}

const toJson = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
