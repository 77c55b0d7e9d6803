/** Why a text is not a number with at most so many decimals. */
export type DecimalProblem = 'unreadable' | 'too-many-decimals'

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const PLAIN = /^(\d+[.,]?\d*|[.,]\d+)$/

/** A typed number in units of its last decimal, such as 1250 for 12.5, 12,50 or 12.500 with a scale of 2. */
export function readDecimal(text: string, scale: number): number | DecimalProblem {
  const typed = text.replaceAll(/\s/g, '')
  const digits = GROUPED.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.')
  if (!PLAIN.test(digits)) return 'unreadable'
  const [whole = '', decimals = ''] = digits.split('.')
  if (decimals.replace(/0+$/, '').length > scale) return 'too-many-decimals'
  // From the digits: 1.005 × 1000 is no integer.
  return Number(whole + decimals.slice(0, scale).padEnd(scale, '0'))
}
