import type { PaymentConfigs } from '@frontdesk/contract/api'
import { computeTotals, type LineTax, QUANTITY_ONE, type Share } from '@frontdesk/contract/rules'

/** A line while it is being written. */
export interface LineDraft {
  key: string
  description: string
  /** In thousandths. */
  quantity: number
  unitAmount: number | null
  taxIDs: string[]
  isOptional: boolean
}

export const newLine = ({ taxes }: Pick<PaymentConfigs, 'taxes'>): LineDraft => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: QUANTITY_ONE,
  unitAmount: null,
  taxIDs: taxes.filter(({ isDefault }) => isDefault).map(({ id }) => id),
  isOptional: false,
})

export const isFilled = ({ description, unitAmount }: LineDraft): boolean =>
  description.trim() !== '' && unitAmount !== null

/** What a document of these lines comes to: the same rules as on the server. */
export function totalsOf(
  lines: readonly LineDraft[],
  { taxes, discount, isExempt }: { taxes: readonly LineTax[]; discount: Share | null; isExempt: boolean },
) {
  return computeTotals({
    lines: lines.map(({ quantity, unitAmount, taxIDs, isOptional }) => ({
      ...{ quantity, unitAmount: unitAmount ?? 0, discount: null, isOptional, isChosen: false },
      taxes: taxes.filter(({ id }) => taxIDs.includes(id)),
    })),
    discount,
    isExempt,
  })
}
