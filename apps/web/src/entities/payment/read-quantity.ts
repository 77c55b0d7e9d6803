import { QUANTITY_ONE } from '@frontdesk/contract/rules'
import { type DecimalProblem, readDecimal } from './read-decimal.ts'

const DECIMALS = String(QUANTITY_ONE).length - 1

/** Why a text is not a quantity that a line can have. */
export type QuantityProblem = DecimalProblem | 'too-small' | 'too-large'

/** A typed quantity in thousandths, more than 0 and up to `max`: 2, 1.5, 1,250. Null if it is empty. */
export function readQuantity(text: string, max: number): number | null | QuantityProblem {
  if (text.trim() === '') return null
  const quantity = readDecimal(text, DECIMALS)
  if (typeof quantity === 'string') return quantity
  if (quantity > max) return 'too-large'
  return quantity === 0 ? 'too-small' : quantity
}

/** A quantity as it is typed: 2, 1.5. */
export const writeQuantity = (quantity: number): string => String(quantity / QUANTITY_ONE)
