import { RATE_ONE } from '@frontdesk/contract/rules'
import { type DecimalProblem, readDecimal } from './read-decimal.ts'

const PERCENT = RATE_ONE / 100
const DECIMALS = String(PERCENT).length - 1

/** Why a text is not a percentage that can be stored. */
export type PercentProblem = DecimalProblem | 'too-large'

/** A typed percentage as a rate: 5, 9.975, 9,975 %. Null if it is empty. */
export function readPercent(text: string): number | null | PercentProblem {
  const typed = text.trim()
  if (typed === '') return null
  // A comma before three digits is not for thousands, which no percentage has.
  const rate = readDecimal(typed.replace(/%$/, '').replace(',', '.'), DECIMALS)
  return typeof rate === 'number' && rate > RATE_ONE ? 'too-large' : rate
}

/** A rate as it is typed: 5, 9.975. */
export const writePercent = (rate: number): string => String(rate / PERCENT)
