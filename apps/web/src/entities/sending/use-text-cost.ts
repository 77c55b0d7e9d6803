import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { sendingSettingsQuery } from './queries.ts'
import { type Sent, textCost } from './text-cost.ts'

/** Digits of the cost of one text, which may be less than a cent. */
const ONE_TEXT = { maximumFractionDigits: 4 }

/** Writes what texts cost at the prices of the business; null if it has set none. */
export function useTextCost() {
  const { i18n } = useLingui()
  const prices = useQuery(sendingSettingsQuery).data
  if (!prices || (prices.pricePerSegment === 0 && prices.pricePerMediaMessage === 0)) return null
  const { currency } = prices
  return {
    of: (sent: Sent) => i18n.number(textCost(prices, sent), { style: 'currency', currency }),
    ofOne: (sent: Sent) => i18n.number(textCost(prices, sent), { style: 'currency', currency, ...ONE_TEXT }),
  }
}
