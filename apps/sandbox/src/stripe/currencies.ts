const ZERO_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' ')
const THREE_DECIMALS = 'bhd jod kwd omr tnd'.split(' ')

const decimalsOf = (currency: string): number =>
  ZERO_DECIMALS.includes(currency) ? 0 : THREE_DECIMALS.includes(currency) ? 3 : 2

/** An amount as people read it, such as `$12.00`. */
export const formatAmount = (amount: number, currency: string): string => {
  const digits = decimalsOf(currency)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

/** A fixed part of a fee, given in cents, in the minor unit of another currency. */
export const centsIn = (cents: number, currency: string): number =>
  Math.round((cents * 10 ** decimalsOf(currency)) / 100)
