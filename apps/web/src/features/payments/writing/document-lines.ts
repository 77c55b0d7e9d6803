import type { DocumentLine, PaymentConfigs } from '@frontdesk/contract/api'
import { computeTotals, type LineTax, QUANTITY_ONE, type Share } from '@frontdesk/contract/rules'

/** A line as the form edits it. */
export interface LineDraft {
  key: string
  description: string
  /** In thousandths. */
  quantity: number
  unitAmount: number | null
  discount: Share | null
  taxIDs: string[]
  isOptional: boolean
  /** Whether an optional line is selected by default. */
  isChosen: boolean
}

type WithTaxes = Pick<PaymentConfigs, 'taxes'>

export const newLine = ({ taxes }: WithTaxes): LineDraft => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: QUANTITY_ONE,
  unitAmount: null,
  discount: null,
  taxIDs: taxes.filter(({ isDefault }) => isDefault).map(({ id }) => id),
  isOptional: false,
  isChosen: false,
})

/** A saved line for the form, without taxes that were removed from the settings. */
export const toLineDraft = (line: DocumentLine, { taxes }: WithTaxes): LineDraft => {
  const { description, quantity, unitAmount, discount, isOptional, isChosen } = line
  return {
    ...{ description, quantity, unitAmount, discount, isOptional, isChosen },
    key: crypto.randomUUID(),
    taxIDs: line.taxes.map(({ id }) => id).filter((id) => taxes.some((tax) => tax.id === id)),
  }
}

export const isFilled = ({ description, unitAmount }: LineDraft): boolean =>
  description.trim() !== '' && unitAmount !== null

/** Totals of a document with these lines, by the same rules as on the server. */
export function totalsOf(
  lines: readonly LineDraft[],
  { taxes, discount, isExempt }: { taxes: readonly LineTax[]; discount: Share | null; isExempt: boolean },
) {
  return computeTotals({
    lines: lines.map(({ quantity, unitAmount, taxIDs, discount: ofLine, isOptional, isChosen }) => ({
      ...{ quantity, unitAmount: unitAmount ?? 0, discount: ofLine, isOptional, isChosen },
      taxes: taxes.filter(({ id }) => taxIDs.includes(id)),
    })),
    discount,
    isExempt,
  })
}
