import type { DocumentLine, PaymentDetail, RefundLine, RefundShare, TaxTotal } from '@frontdesk/contract/api'
import { allocate, type Components, isCounted, refundableAmount, splitAmount, sumOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { listRefunds, type RefundRow, reducesPayment } from './refund-rows.ts'
import { type DocumentRow, moneyOf } from './rows.ts'
import { findVersion, listLines } from './versions.ts'

/** Rest of a line after earlier refunds. */
type LineLeft = RefundShare & { quantity: number; taxIds: readonly string[] }

interface Left {
  components: Components
  lines: LineLeft[]
  /** The taxes of the document, in its order. */
  taxIds: readonly string[]
}

/** Rest of a locked document after earlier refunds: by line, by tax, and of the tip. */
export const findRefundable = async (tx: TenantTx, document: DocumentRow): Promise<Left> =>
  subtractRefunds(document, {
    taxes: (await findVersion(tx, document)).taxes,
    lines: await listLines(tx, document),
    refunds: await listRefunds(tx, document),
  })

interface Content {
  taxes: readonly TaxTotal[]
  lines: readonly DocumentLine[]
  refunds: readonly RefundRow[]
}

function subtractRefunds({ netAmount, tipAmount }: DocumentRow, { taxes, lines, refunds }: Content): Left {
  const left: Left = {
    components: {
      ...{ netAmount: Number(netAmount), tipAmount: Number(tipAmount) },
      taxAmounts: taxes.map(({ amount }) => amount),
    },
    lines: lines.map(toLineLeft),
    taxIds: taxes.map(({ id }) => id),
  }
  for (const refund of refunds.filter(reducesPayment)) {
    const taken = {
      ...{ netAmount: Number(refund.netAmount), tipAmount: Number(refund.tipAmount) },
      taxAmounts: refund.taxAmounts.map(Number),
    }
    subtract(left, taken, refund.lines ?? spreadOverLines(left, taken))
  }
  return left
}

function toLineLeft(line: DocumentLine, index: number): LineLeft {
  const { quantity, netAmount, taxAmounts, taxes } = line
  return {
    ...{ line: index, netAmount, taxAmounts: [...taxAmounts], quantity: isCounted(line) ? quantity : 0 },
    taxIds: taxes.map(({ id }) => id),
  }
}

function subtract(left: Left, taken: Components, shares: readonly RefundShare[]): void {
  left.components = {
    netAmount: left.components.netAmount - taken.netAmount,
    taxAmounts: left.components.taxAmounts.map((amount, index) => amount - (taken.taxAmounts[index] ?? 0)),
    tipAmount: left.components.tipAmount - taken.tipAmount,
  }
  for (const share of shares) {
    const line = left.lines[share.line]
    if (!line) continue
    line.netAmount -= share.netAmount
    line.taxAmounts = line.taxAmounts.map((amount, index) => amount - (share.taxAmounts[index] ?? 0))
    line.quantity = Math.max(0, line.quantity - (share.quantity ?? 0))
  }
}

/** Allocates amounts to the rest of the lines. A negative line deducts an earlier payment, so it has no share. */
function spreadOverLines({ lines, taxIds }: Left, taken: Components): RefundShare[] {
  const net = splitAmount(
    taken.netAmount,
    lines.map(({ netAmount }) => Math.max(0, netAmount)),
  )
  const byTax = taxIds.map((id, index) =>
    splitAmount(
      taken.taxAmounts[index] ?? 0,
      lines.map((line) => Math.max(0, taxOf(line, id))),
    ),
  )
  return lines
    .map((line, at) => ({
      ...{ line: line.line, quantity: null, netAmount: net[at] ?? 0 },
      taxAmounts: line.taxIds.map((id) => byTax[taxIds.indexOf(id)]?.[at] ?? 0),
    }))
    .filter(isAnything)
}

const taxOf = ({ taxIds, taxAmounts }: LineLeft, id: string): number => taxAmounts[taxIds.indexOf(id)] ?? 0
const totalOf = ({ netAmount, taxAmounts }: Pick<Components, 'netAmount' | 'taxAmounts'>): number =>
  netAmount + sumOf(taxAmounts)
const isAnything = (share: RefundShare): boolean => share.netAmount !== 0 || share.taxAmounts.some((tax) => tax !== 0)

/** Composition of a refund: its net amount, taxes and tip, and the share of each line. */
export interface RefundAllocation {
  taken: Components
  lines: RefundShare[]
}

/** Splits a refund of a locked document: by the chosen lines, or in proportion to the rest. */
export async function allocateRefund(
  tx: TenantTx,
  document: DocumentRow,
  { amount, lines: chosen }: { amount: number; lines?: readonly RefundLine[] | undefined },
): Promise<RefundAllocation> {
  const left = await findRefundable(tx, document)
  if (!chosen) {
    const { taken } = allocate(left.components, amount)
    return { taken, lines: spreadOverLines(left, taken) }
  }
  const tipAmount = amount - sumOf(chosen.map((line) => line.amount))
  if (tipAmount < 0) throw invalidInput('lines', 'The lines add up to more than the amount')
  const lines = chosen.map((line) => allocateLine(left, line))
  const taken = {
    netAmount: sumOf(lines.map(({ netAmount }) => netAmount)),
    taxAmounts: left.taxIds.map((id) => sumOf(lines.map((share) => taxOfShare(left, share, id)))),
    tipAmount,
  }
  const { components } = left
  const isTooHigh =
    new Set(lines.map(({ line }) => line)).size < lines.length ||
    tipAmount > components.tipAmount ||
    taken.netAmount > components.netAmount ||
    taken.taxAmounts.some((tax, index) => tax > (components.taxAmounts[index] ?? 0))
  if (isTooHigh) throw new AppError('RefundTooHigh', { refundableAmount: refundableOf(left, chosen) })
  return { taken, lines }
}

const taxOfShare = ({ lines }: Left, share: RefundShare, id: string): number => {
  const at = lines[share.line]?.taxIds.indexOf(id) ?? -1
  return at < 0 ? 0 : (share.taxAmounts[at] ?? 0)
}

function allocateLine(left: Left, { line: index, quantity, amount }: RefundLine): RefundShare {
  const line = left.lines[index]
  if (!line) throw invalidInput('lines', 'Unknown line')
  if (amount > totalOf(line) || (quantity ?? 0) > line.quantity)
    throw new AppError('RefundTooHigh', {
      refundableAmount: Math.max(0, Math.min(totalOf(line), totalOf(left.components))),
    })
  const { taken } = allocate({ netAmount: line.netAmount, taxAmounts: line.taxAmounts, tipAmount: 0 }, amount)
  return { line: index, quantity, netAmount: taken.netAmount, taxAmounts: [...taken.taxAmounts] }
}

const refundableOf = ({ lines, components }: Left, chosen: readonly RefundLine[]): number => {
  const ofLines = [...new Set(chosen.map(({ line }) => line))].map((at) => (lines[at] ? totalOf(lines[at]) : 0))
  return components.tipAmount + Math.min(sumOf(ofLines), totalOf(components))
}

/** Refundable amounts of each line and of the tip. */
export function describeRefundable(
  document: DocumentRow,
  content: Content,
): Pick<PaymentDetail, 'refundableLines' | 'refundableTipAmount'> {
  if (refundableAmount(moneyOf(document)) === 0) return { refundableLines: [], refundableTipAmount: 0 }
  const { lines, components } = subtractRefunds(document, content)
  return {
    refundableLines: lines
      .map((line) => ({
        ...{ line: line.line, quantity: line.quantity || null },
        // Other lines may deduct earlier payments.
        amount: Math.min(totalOf(line), totalOf(components)),
      }))
      .filter(({ amount }) => amount > 0),
    refundableTipAmount: components.tipAmount,
  }
}
