import {
  type Currency,
  chargeStep,
  rateOf,
  roundToChargeable,
  scaleHalfUp,
  splitAmount,
  sumOf,
  toCurrency,
} from './money.ts'
import { QUANTITY_ONE } from './payments.ts'

/** An amount, or a rate of one. */
export type Share = { kind: 'percent'; rate: number } | { kind: 'amount'; amount: number }

export interface LineTax {
  id: string
  name: string
  rate: number
  /** Whether prices contain it. */
  isInclusive: boolean
}

export interface LineToPrice {
  quantity: number
  unitAmount: number
  discount: Share | null
  taxes: readonly LineTax[]
  /** A contact may leave it out of an estimate; it counts only if it is chosen. */
  isOptional: boolean
  isChosen: boolean
}

export interface LineTotals {
  /** Quantity × price. */
  grossAmount: number
  /** Of the line and its share of that of the document. */
  discountAmount: number
  /** After discounts, without any tax. */
  netAmount: number
  /** In the order of the line’s taxes. */
  taxAmounts: number[]
  totalAmount: number
}

export interface DocumentTotals {
  lines: LineTotals[]
  grossAmount: number
  discountAmount: number
  netAmount: number
  taxes: (LineTax & { amount: number })[]
  taxAmount: number
  totalAmount: number
}

/** A share of an amount: half up, and not more than the amount. */
export const shareOf = (amount: number, share: Share | null): number =>
  share === null ? 0 : Math.min(amount, share.kind === 'percent' ? rateOf(amount, share.rate) : share.amount)

/** A share of an amount that is charged by itself, such as a deposit or a no-show fee: all of it, or a chargeable part. */
export function chargedShareOf(amount: number, share: Share | null, currency: string): number {
  const part = shareOf(amount, share)
  return part === amount ? amount : Math.min(amount, roundToChargeable(part, currency))
}

/** The same share in another currency. */
export const shareToCurrency = (share: Share | null, from: Currency, to: Currency): Share | null =>
  share?.kind === 'amount' ? { ...share, amount: toCurrency(share.amount, from, to) } : share

export const isCounted = ({ isOptional, isChosen }: Pick<LineToPrice, 'isOptional' | 'isChosen'>): boolean =>
  !isOptional || isChosen

/**
 * Computes what a document comes to. Each line and each of its taxes is rounded half up; what has to add up to
 * something given (a discount of the document, taxes inside a price) is split by the largest remainder. Tips are not
 * part of it.
 */
export function computeTotals({
  lines,
  discount,
  isExempt,
}: {
  lines: readonly LineToPrice[]
  discount: Share | null
  /** No taxes; prices that contain some are reduced by them. */
  isExempt: boolean
}): DocumentTotals {
  const priced = lines.map((line) => {
    const grossAmount = isCounted(line) ? scaleHalfUp(line.unitAmount, line.quantity, QUANTITY_ONE) : 0
    const lineDiscount = shareOf(grossAmount, line.discount)
    return { line, grossAmount, lineDiscount, left: grossAmount - lineDiscount }
  })
  const left = priced.map((each) => each.left)
  const shares = splitAmount(shareOf(sumOf(left), discount), left)
  const totals = priced.map(({ line, grossAmount, lineDiscount, left }, index): LineTotals => {
    const share = shares[index] ?? 0
    const { netAmount, taxAmounts } = applyTaxes(left - share, line.taxes, isExempt)
    const totalAmount = netAmount + sumOf(taxAmounts)
    return { grossAmount, discountAmount: lineDiscount + share, netAmount, taxAmounts, totalAmount }
  })
  const taxes = new Map<string, LineTax & { amount: number }>()
  for (const [index, { taxes: ofLine }] of lines.entries()) {
    for (const [at, tax] of ofLine.entries()) {
      const amount = totals[index]?.taxAmounts[at] ?? 0
      taxes.set(tax.id, { ...tax, amount: (taxes.get(tax.id)?.amount ?? 0) + amount })
    }
  }
  const total = (column: keyof Omit<LineTotals, 'taxAmounts'>) => sumOf(totals.map((line) => line[column]))
  return {
    lines: totals,
    grossAmount: total('grossAmount'),
    discountAmount: total('discountAmount'),
    netAmount: total('netAmount'),
    taxes: isExempt ? [] : [...taxes.values()],
    taxAmount: sumOf(totals.flatMap(({ taxAmounts }) => taxAmounts)),
    totalAmount: total('totalAmount'),
  }
}

/** The difference that an exemption makes to tax-inclusive prices: zero or below. */
export const exemptedAmount = ({
  grossAmount,
  discountAmount,
  taxes,
  totalAmount,
}: Pick<DocumentTotals, 'grossAmount' | 'discountAmount' | 'totalAmount'> & {
  taxes: readonly { isInclusive: boolean; amount: number }[]
}): number =>
  totalAmount -
  (grossAmount - discountAmount + sumOf(taxes.flatMap(({ isInclusive, amount }) => (isInclusive ? [] : [amount]))))

function applyTaxes(amount: number, taxes: readonly LineTax[], isExempt: boolean) {
  const inside = taxes.filter(({ isInclusive }) => isInclusive).map(({ rate }) => rate)
  const rates = sumOf(inside)
  const contained = rates === 0 ? 0 : scaleHalfUp(amount, rates, 100_000 + rates)
  const netAmount = amount - contained
  const parts = splitAmount(contained, inside)
  let next = 0
  const taxAmounts = taxes.map(({ rate, isInclusive }) => {
    const part = isInclusive ? (parts[next++] ?? 0) : rateOf(netAmount, rate)
    return isExempt ? 0 : part
  })
  return { netAmount, taxAmounts }
}

/** Parts of a document that a payment or a refund is spread over. */
export interface Components {
  netAmount: number
  /** By tax, in the order of the document. */
  taxAmounts: readonly number[]
  tipAmount: number
}

/**
 * Allocates an amount to the remaining components in proportion to them. Allocating the whole remainder in several
 * steps uses up each component exactly, so deposits, installments and refunds add up to the document.
 */
export function allocate(left: Components, amount: number): { taken: Components; left: Components } {
  const weights = [left.netAmount, left.tipAmount, ...left.taxAmounts]
  const [netAmount = 0, tipAmount = 0, ...taxAmounts] = splitAmount(Math.min(amount, sumOf(weights)), weights)
  return {
    taken: { netAmount, tipAmount, taxAmounts },
    left: {
      netAmount: left.netAmount - netAmount,
      tipAmount: left.tipAmount - tipAmount,
      taxAmounts: left.taxAmounts.map((tax, index) => tax - (taxAmounts[index] ?? 0)),
    },
  }
}

/**
 * The refund for part of a line’s remaining quantity, in proportion to its remaining amount: refunding the whole
 * quantity in several steps refunds exactly the whole line.
 */
export function amountOfQuantity(
  left: { quantity: number; amount: number },
  quantity: number,
  currency: string,
): number {
  if (left.quantity === 0) return 0
  if (quantity >= left.quantity) return left.amount
  return Math.min(left.amount, roundToChargeable(scaleHalfUp(left.amount, quantity, left.quantity), currency))
}

/**
 * The amounts of a number of installments that add up to a total. The first ones are larger by the smallest amount that
 * can be charged; the last one has what cannot be charged of the total.
 */
export function installmentAmounts(totalAmount: number, count: number, currency: string): number[] {
  const step = chargeStep(currency)
  const rest = totalAmount % step
  const steps = splitAmount(
    (totalAmount - rest) / step,
    Array.from({ length: count }, () => 1),
  )
  return steps.map((each, index) => each * step + (index === count - 1 ? rest : 0))
}
