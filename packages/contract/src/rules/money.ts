/** Currencies that documents can have, with the digits of their minor unit (ISO 4217). */
export const CURRENCY_DIGITS = {
  USD: 2,
  CAD: 2,
  EUR: 2,
  GBP: 2,
  AUD: 2,
  AED: 2,
  BHD: 3,
  BRL: 2,
  CHF: 2,
  CLP: 0,
  CZK: 2,
  DKK: 2,
  HKD: 2,
  ILS: 2,
  INR: 2,
  JOD: 3,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  MXN: 2,
  NOK: 2,
  NZD: 2,
  OMR: 3,
  PHP: 2,
  PLN: 2,
  PYG: 0,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TND: 3,
  VND: 0,
  XAF: 0,
  XOF: 0,
  ZAR: 2,
} as const
export type Currency = keyof typeof CURRENCY_DIGITS
export const CURRENCIES = Object.keys(CURRENCY_DIGITS) as [Currency, ...Currency[]]

/**
 * The same number of units in another currency, whose minor unit may have other digits: 50.00 dollars become 50 yen.
 */
export const toCurrency = (amount: number, from: Currency, to: Currency): number =>
  Math.round(amount * 10 ** (CURRENCY_DIGITS[to] - CURRENCY_DIGITS[from]))

/** The largest amount of a line, a document or a payment, in minor units. */
export const AMOUNT_MAX = 2_000_000_000

/** Rates are thousandths of a percent: 33.333 % is 33 333. */
export const RATE_ONE = 100_000

const half = (value: bigint, divisor: bigint): bigint => (2n * value + divisor) / (2n * divisor)

/** `amount` × `factor` ÷ `divisor`, rounded half up. None of them is negative. */
export const scaleHalfUp = (amount: number, factor: number, divisor: number): number =>
  Number(half(BigInt(amount) * BigInt(factor), BigInt(divisor)))

/** A rate as people read it: 15%, 8.25%. */
export const formatRate = (rate: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }).format(rate / RATE_ONE)

/** A rate of an amount, rounded half up. */
export const rateOf = (amount: number, rate: number): number => scaleHalfUp(amount, rate, RATE_ONE)

/**
 * Splits an amount in proportion to weights, so that the parts add up to it: each part is rounded down, and the rest
 * goes to the largest remainders, the earlier of equal ones first. With weights that add up to the amount or more, no
 * part is larger than its weight. Without any weight the first part is all of it.
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? amount : 0))
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { index, part: exact / sum, remainder: exact % sum }
  })
  let rest = BigInt(amount) - shares.reduce((total, { part }) => total + part, 0n)
  for (const share of shares.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  )) {
    if (rest === 0n) break
    share.part += 1n
    rest -= 1n
  }
  return shares.map(({ part }) => Number(part))
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * Other currencies that a provider account may have and whose amounts have no decimals.
 * https://docs.stripe.com/currencies#zero-decimal
 */
const OTHER_ZERO_DECIMAL: readonly string[] = ['BIF', 'DJF', 'GNF', 'KMF', 'MGA', 'RWF', 'VUV', 'XPF']

/**
 * How many decimals a currency has: 2 for USD, 0 for JPY. Not those of `Intl`, which drops decimals that are no longer
 * used in shops, so that they depend on the version of a browser.
 */
export const currencyDecimals = (currency: string): number =>
  CURRENCY_DIGITS[currency as Currency] ?? (OTHER_ZERO_DECIMAL.includes(currency) ? 0 : 2)

/**
 * The provider charges and refunds multiples of this number of units: with three decimals, the last one has to be zero.
 * An amount that people enter has to be such a multiple; one that is computed, such as a percentage, is rounded half up
 * to it. All that is due, and the last part of it, stay as they are, so that parts add up.
 * https://docs.stripe.com/currencies#three-decimal
 */
export const chargeStep = (currency: string): number => (currencyDecimals(currency) < 3 ? 1 : 10)

export const isChargeable = (amount: number, currency: string): boolean => amount % chargeStep(currency) === 0

/** Rounds a computed amount to one that the provider charges. */
export const roundToChargeable = (amount: number, currency: string): number =>
  scaleHalfUp(amount, 1, chargeStep(currency)) * chargeStep(currency)

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const existing = formats.get(key)
  if (existing) return existing
  const decimals = currencyDecimals(currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  formats.set(key, format)
  return format
}

/** An amount in the smallest unit of its currency, with all of its decimals: $1,234.00, ¥1,234. */
export const formatMoney = (amount: number, currency: string, locale: string): string =>
  formatOf(currency, locale).format(amount / 10 ** currencyDecimals(currency))

/** $ for USD. */
export const currencySymbol = (currency: string, locale: string): string =>
  formatOf(currency, locale)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
