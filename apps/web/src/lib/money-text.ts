import { formatMoney, formatRate, currencySymbol as symbolOf } from '@frontdesk/contract/rules'

const locale = (): string => document.documentElement.lang || 'en'

/** An amount in the smallest unit of its currency: $45.00, ¥4,500. */
export const moneyText = (amount: number, currency: string): string => formatMoney(amount, currency, locale())

/** A rate in thousandths of a percent: 15%, 8.25%. */
export const rateText = (rate: number): string => formatRate(rate, locale())

/** $ for USD. */
export const currencySymbol = (currency: string): string => symbolOf(currency, locale())
