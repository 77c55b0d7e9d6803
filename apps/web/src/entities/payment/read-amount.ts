import { AMOUNT_MAX, currencyDecimals } from '@frontdesk/contract/rules'
import { type DecimalProblem, readDecimal } from './read-decimal.ts'

/** Why a text is not an amount that can be requested. */
export type AmountProblem = DecimalProblem | 'too-large'

/** A typed amount in the smallest unit of its currency: 12.5, 1,250.00, 12,50. Null if it is empty. */
export function readAmount(text: string, currency: string): number | null | AmountProblem {
  const typed = text.trim()
  if (typed === '') return null
  const amount = readDecimal(typed.replace(/^\p{Sc}/u, ''), currencyDecimals(currency))
  return typeof amount === 'number' && amount > AMOUNT_MAX ? 'too-large' : amount
}

/** An amount as it is typed: 25, 12.50. */
export function writeAmount(amount: number, currency: string): string {
  const scale = currencyDecimals(currency)
  const unit = 10 ** scale
  return amount % unit === 0 ? String(amount / unit) : (amount / unit).toFixed(scale)
}
