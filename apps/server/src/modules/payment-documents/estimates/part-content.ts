import type { DocumentTax } from '@frontdesk/contract/api'
import { type Components, type DocumentTotals, QUANTITY_ONE, sumOf } from '@frontdesk/contract/rules'
import type { DocumentContent, PricedLine } from '../content.ts'

type TaxAmount = DocumentTax & { amount: number }

export interface PartLine {
  line: PricedLine
  totals: DocumentTotals['lines'][number]
}

/** A line over amounts that are given, not computed: a part of a document has the exact rest of it. */
export function partLine(
  description: string,
  { netAmount, taxAmounts }: Pick<Components, 'netAmount' | 'taxAmounts'>,
  taxes: readonly DocumentTax[],
): PartLine {
  // Like the prices of the document, it contains the taxes that are inside of those.
  const unitAmount = netAmount + sumOf(taxAmounts.filter((_, index) => taxes[index]?.isInclusive))
  return {
    line: {
      ...{ description, quantity: QUANTITY_ONE, unitAmount, discount: null },
      taxes: taxes.map(({ id, name, rate, isInclusive }) => ({ id, name, rate, isInclusive })),
      ...{ isOptional: false, isChosen: false },
    },
    totals: {
      ...{ grossAmount: unitAmount, discountAmount: 0, netAmount, taxAmounts: [...taxAmounts] },
      totalAmount: netAmount + sumOf(taxAmounts),
    },
  }
}

/** A document of lines whose amounts are known. */
export function contentOfLines(
  lines: readonly PartLine[],
  taxes: readonly TaxAmount[],
  texts: Pick<DocumentContent, 'note' | 'terms' | 'isTaxExempt' | 'fileIds'>,
): DocumentContent {
  const total = (column: 'grossAmount' | 'discountAmount' | 'netAmount' | 'totalAmount') =>
    sumOf(lines.map(({ totals }) => totals[column]))
  return {
    ...texts,
    ...{ discount: null, deposit: null },
    lines: lines.map(({ line }) => line),
    totals: {
      lines: lines.map(({ totals }) => totals),
      ...{ grossAmount: total('grossAmount'), discountAmount: total('discountAmount'), netAmount: total('netAmount') },
      ...{ taxes: [...taxes], taxAmount: sumOf(taxes.map(({ amount }) => amount)), totalAmount: total('totalAmount') },
    },
  }
}
