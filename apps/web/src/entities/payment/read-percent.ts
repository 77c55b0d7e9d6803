import { RATE_ONE } from '@frontdesk/contract/rules'

const PERCENT = RATE_ONE / 100
const DECIMALS = String(PERCENT).length - 1

/** Why a text is not a percentage that can be stored. */
export type PercentProblem = 'unreadable' | 'too-many-decimals' | 'too-large'

const PLAIN = /^(\d+[.,]?\d*|[.,]\d+)$/

/** A typed percentage as a rate: 5, 9.975, 9,975 %. Null if it is empty. */
export function readPercent(text: string): number | null | PercentProblem {
  const typed = text.replaceAll(/\s/g, '').replace(/%$/, '')
  if (text.trim() === '') return null
  if (!PLAIN.test(typed)) return 'unreadable'
  const [whole = '', decimals = ''] = typed.replace(',', '.').split('.')
  if (decimals.replace(/0+$/, '').length > DECIMALS) return 'too-many-decimals'
  // From the digits: 9.975 × 1000 is no integer.
  const rate = Number(whole + decimals.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
  return rate > RATE_ONE ? 'too-large' : rate
}

/** A rate as it is typed: 5, 9.975. */
export const writePercent = (rate: number): string => String(rate / PERCENT)
