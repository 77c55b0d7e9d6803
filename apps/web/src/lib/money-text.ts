import { formatMoney, currencySymbol as symbolOf } from '@frontdesk/contract/rules'

const locale = (): string => document.documentElement.lang || 'en'

/** An amount in the smallest unit of its currency: $45.00, ¥4,500. */
export const moneyText = (amount: number, currency: string): string => formatMoney(amount, currency, locale())

/** $ for USD. */
export const currencySymbol = (currency: string): string => symbolOf(currency, locale())
