import { QUANTITY_ONE } from '@frontdesk/contract/rules'

const DECIMALS = String(QUANTITY_ONE).length - 1

/** Why a text is not a quantity that a line can have. */
export type QuantityProblem = 'unreadable' | 'too-many-decimals' | 'too-small' | 'too-large'

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const PLAIN = /^(\d+[.,]?\d*|[.,]\d+)$/

/** A typed quantity in thousandths, more than 0 and up to `max`: 2, 1.5, 1,250. Null if it is empty. */
export function readQuantity(text: string, max: number): number | null | QuantityProblem {
  const typed = text.replaceAll(/\s/g, '')
  if (typed === '') return null
  const digits = GROUPED.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.')
  if (!PLAIN.test(digits)) return 'unreadable'
  const [whole = '', decimals = ''] = digits.split('.')
  if (decimals.replace(/0+$/, '').length > DECIMALS) return 'too-many-decimals'
  const quantity = Number(whole + decimals.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
  if (quantity > max) return 'too-large'
  return quantity === 0 ? 'too-small' : quantity
}

/** A quantity as it is typed: 2, 1.5. */
export const writeQuantity = (quantity: number): string => String(quantity / QUANTITY_ONE)
