/**
 * Formats a number as people here write it. North American numbers have one form, so they need no metadata;
 * the numbering library behind the contract's `formatPhone` would be a fifth of the first load.
 */
export function phoneText(e164: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? []
  return area ? `(${area}) ${exchange}-${line}` : e164
}
