const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const existing = formats.get(currency)
  if (existing) return existing
  const made = new Intl.NumberFormat(document.documentElement.lang || 'en', {
    style: 'currency',
    currency,
    // Whole amounts are shown without cents.
    trailingZeroDisplay: 'stripIfInteger',
  })
  formats.set(currency, made)
  return made
}

/** How many decimals a currency has: 2 for USD, 0 for JPY. */
export const currencyDecimals = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in the smallest unit of its currency: $45, $45.50. */
export const moneyText = (amount: number, currency: string): string =>
  formatOf(currency).format(amount / 10 ** currencyDecimals(currency))

/** $ for USD. */
export const currencySymbol = (currency: string): string =>
  formatOf(currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
