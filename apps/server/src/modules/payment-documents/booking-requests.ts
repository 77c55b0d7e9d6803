import type { DocumentTax } from '@frontdesk/contract/api'
import {
  allocate,
  type BookingPart,
  computeTotals,
  type DocumentTotals,
  QUANTITY_ONE,
  sumOf,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findLocationRow } from '../locations/index.ts'
import { readPaymentConfigs } from '../payment-configs/index.ts'
import type { PaymentAuthor } from './change-document.ts'
import { type DraftLine, datesOf, priceContent, todayIn } from './content.ts'
import { insertDocument } from './create-document.ts'
import { contentOfLines, type PartLine, partLine } from './estimates/part-content.ts'
import { findRefundable } from './refund-lines.ts'
import { type DocumentRow, moneyOf } from './rows.ts'
import { findVersion } from './versions.ts'

/** The price of one service of a visit. */
export interface PricedService {
  /** As a line of a document, with the taxes that new lines have. */
  line: PartLine
  totalAmount: number
}

/** Prices services with the taxes that new lines have, or without; null for those without a price. */
export async function priceServices(
  tx: TenantTx,
  services: readonly { description: string; priceAmount: number | null }[],
  isTaxExempt: boolean,
): Promise<(PricedService | null)[]> {
  const { taxes: all } = await readPaymentConfigs(tx)
  const taxes: DocumentTax[] = all
    .filter(({ isDefault }) => isDefault)
    .map(({ id, name, rate, isInclusive }) => ({ id, name, rate, isInclusive }))
  return services.map(({ description, priceAmount }) => {
    if (priceAmount === null) return null
    const line = {
      ...{ description, quantity: QUANTITY_ONE, unitAmount: priceAmount, discount: null, taxes },
      ...{ isOptional: false, isChosen: false },
    }
    const [totals] = computeTotals({ lines: [line], discount: null, isExempt: isTaxExempt }).lines
    if (!totals) throw new Error('A line has no totals.')
    return { line: { line, totals }, totalAmount: totals.totalAmount }
  })
}

/** A part of the price of a service, as a line: its taxes are those of the price, in proportion. */
export function shareLine(description: string, amount: number, priced: PricedService | null): PartLine {
  if (!priced) return partLine(description, { netAmount: amount, taxAmounts: [] }, [])
  const { line, totals } = priced.line
  const { taken } = allocate({ netAmount: totals.netAmount, taxAmounts: totals.taxAmounts, tipAmount: 0 }, amount)
  return partLine(description, taken, line.taxes)
}

interface BookingRequest {
  clientDocumentId: string
  booking: { id: string; locationId: string; part: BookingPart }
  contact: { id: string; phone: string }
  currency: string
  lines: readonly PartLine[]
  isTaxExempt: boolean
  note: string
  dueOn: string | null
}

/** Adds a draft request for a visit that is paid immediately. Payment terms (net 30) do not apply. */
export async function insertBookingRequest(
  tx: TenantTx,
  author: PaymentAuthor,
  { booking, lines, note, isTaxExempt, ...columns }: BookingRequest,
): Promise<DocumentRow> {
  const { id, part, locationId } = booking
  return insertDocument(tx, author, {
    ...columns,
    ...{ kind: 'request', locationId, validUntil: null, hasDefaultDate: false },
    content: contentOfLines(lines, isTaxExempt ? [] : taxesOf(lines), { note, terms: '', isTaxExempt, fileIds: [] }),
    booking: { id, part },
  })
}

interface VisitRequest {
  clientDocumentId: string
  booking: { id: string; locationId: string }
  contact: { id: string; phone: string; taxExemption: string | null }
  currency: string | undefined
  lines: DraftLine[]
  dueOn?: string | null | undefined
  /** Earlier requests for the visit that were paid. */
  paid: readonly { request: DocumentRow; description: string }[]
}

/**
 * Adds a draft request for the lines of a visit, less earlier payments for it. It has no taxes if the contact is
 * tax-exempt.
 */
export async function insertVisitRequest(
  tx: TenantTx,
  actor: Actor,
  { booking, paid, lines, dueOn, currency, contact, ...columns }: VisitRequest,
): Promise<DocumentRow> {
  const configs = await readPaymentConfigs(tx)
  const isTaxExempt = contact.taxExemption !== null
  const draft = { lines, discount: null, isTaxExempt, note: '' }
  const { lines: priced, totals, ...texts } = priceContent('request', draft, configs, configs.currency)
  const parts: PartLine[] = priced.map((line, index) => ({
    line,
    totals: totals.lines[index] as DocumentTotals['lines'][number],
  }))
  for (const { request, description } of paid) parts.push(await paidLine(tx, request, description, isTaxExempt))
  const content = contentOfLines(parts, isTaxExempt ? [] : taxesOf(parts), { ...texts, fileIds: [] })
  const { totalAmount, netAmount, taxAmount } = content.totals
  if (totalAmount <= 0) throw new AppError('BookingPaymentCovers')
  if (netAmount < 0 || taxAmount < 0) throw new AppError('BookingPaymentTaxesDiffer')
  const location = await findLocationRow(tx, booking.locationId)
  return insertDocument(tx, actor, {
    ...{ ...columns, contact },
    ...{ kind: 'request', locationId: booking.locationId, currency: currency ?? configs.currency, content },
    ...datesOf('request', { dueOn }, configs, todayIn(tx, location)),
    booking: { id: booking.id, part: 'visit' },
  })
}

/** The unrefunded payment for a request, without tips. */
export function leftOfPaid(request: DocumentRow): number {
  const { paidAmount, refundedAmount, refundedTipAmount } = moneyOf(request)
  return Math.max(0, paidAmount - (refundedAmount - refundedTipAmount))
}

/** A line that deducts the unrefunded payment for a request, including the taxes that were paid. */
async function paidLine(
  tx: TenantTx,
  request: DocumentRow,
  description: string,
  isTaxExempt: boolean,
): Promise<PartLine> {
  if (isTaxExempt) return partLine(description, { netAmount: -leftOfPaid(request), taxAmounts: [] }, [])
  const { taxes } = await findVersion(tx, request)
  const { taken } = allocate({ ...(await findRefundable(tx, request)).components, tipAmount: 0 }, leftOfPaid(request))
  return partLine(
    description,
    { netAmount: -taken.netAmount, taxAmounts: taken.taxAmounts.map((amount) => -amount) },
    taxes,
  )
}

/** The taxes of all lines, each with its sum. */
function taxesOf(lines: readonly PartLine[]): (DocumentTax & { amount: number })[] {
  const taxes = new Map<string, DocumentTax & { amount: number }>()
  for (const { line, totals } of lines)
    for (const [index, tax] of line.taxes.entries())
      taxes.set(tax.id, { ...tax, amount: sumOf([taxes.get(tax.id)?.amount ?? 0, totals.taxAmounts[index] ?? 0]) })
  return [...taxes.values()]
}

/** Whether one of these requests, in its newest version, deducts what was paid at booking. */
export async function deductsPayment(tx: TenantTx, requests: readonly Pick<DocumentRow, 'id'>[]): Promise<boolean> {
  const deduction = await tx
    .selectFrom('paymentLines as l')
    .innerJoin('paymentDocuments as d', (join) =>
      join.on('d.tenantId', '=', tx.tenantId).onRef('d.id', '=', 'l.documentId').onRef('d.version', '=', 'l.version'),
    )
    .where('l.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`l.document_id = any(${requests.map(({ id }) => id)}::uuid[])`)
    .where('l.totalAmount', '<', '0')
    .select('l.line')
    .executeTakeFirst()
  return deduction !== undefined
}

/** The requests for a visit, oldest first. */
export const findBookingRequests = (tx: TenantTx, bookingId: string): Promise<DocumentRow[]> =>
  tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt')
    .orderBy('id')
    .selectAll()
    .execute()
