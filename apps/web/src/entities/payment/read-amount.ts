import { AMOUNT_MAX, currencyDecimals } from '@frontdesk/contract/rules'

/** Why a text is not an amount that can be asked for. */
export type AmountProblem = 'unreadable' | 'too-many-decimals' | 'too-large'

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const PLAIN = /^(\d+[.,]?\d*|[.,]\d+)$/

/** A typed amount in the smallest unit of its currency: 12.5, 1,250.00, 12,50. Null if it is empty. */
export function readAmount(text: string, currency: string): number | null | AmountProblem {
  const typed = text.replaceAll(/\s/g, '').replace(/^\p{Sc}/u, '')
  if (text.trim() === '') return null
  const digits = GROUPED.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.')
  if (!PLAIN.test(digits)) return 'unreadable'
  const [whole = '', decimals = ''] = digits.split('.')
  const scale = currencyDecimals(currency)
  if (decimals.replace(/0+$/, '').length > scale) return 'too-many-decimals'
  // From the digits: 1.005 × 1000 is no integer.
  const amount = Number(whole + decimals.slice(0, scale).padEnd(scale, '0'))
  return amount > AMOUNT_MAX ? 'too-large' : amount
}

/** An amount as it is typed: 25, 12.50. */
export function writeAmount(amount: number, currency: string): string {
  const scale = currencyDecimals(currency)
  const unit = 10 ** scale
  return amount % unit === 0 ? String(amount / unit) : (amount / unit).toFixed(scale)
}
