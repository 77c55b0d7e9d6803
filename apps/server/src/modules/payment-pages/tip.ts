import { AMOUNT_MAX, currencyDecimals, isChargeable, rateOf, roundToChargeable } from '@frontdesk/contract/rules'

/** An amount as people type it, with a point or a comma, in the smallest unit; null if it is none. */
function parseAmount(typed: string, currency: string): number | null {
  const digits = currencyDecimals(currency)
  const [, whole = '', , fraction = ''] = /^\s*(\d{1,9})([.,](\d{1,3}))?\s*$/.exec(typed) ?? []
  if (whole === '' || fraction.length > digits) return null
  const amount = Number(whole + fraction.padEnd(digits, '0'))
  return amount <= AMOUNT_MAX && isChargeable(amount, currency) ? amount : null
}

/** A suggested tip, which the provider can charge. */
export const suggestedTip = (dueAmount: number, rate: number, currency: string): number =>
  roundToChargeable(rateOf(dueAmount, rate), currency)

/**
 * The tip that a form chose: none, one of the rates that the business suggests, or an amount; null if it is unreadable.
 */
export function tipIn(
  { tip = '', other = '' }: Record<string, string | undefined>,
  { tipRates, dueAmount, currency }: { tipRates: readonly number[]; dueAmount: number; currency: string },
): number | null {
  if (tipRates.length === 0 || tip === '' || tip === 'none') return 0
  if (tip === 'other') return parseAmount(other, currency)
  const rate = tipRates.find((each) => String(each) === tip)
  return rate === undefined ? null : suggestedTip(dueAmount, rate, currency)
}
