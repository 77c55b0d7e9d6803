/** What a spreadsheet would run as a formula. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r]/
const PLAIN_NUMBER = /^[+-]?\d[\d .()-]*$/

/** One line of CSV that opens cleanly everywhere: every value quoted, formulas made harmless. */
export const toCsvLine = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (value === null ? '' : quoted(value))).join(',')}\r\n`

function quoted(value: string): string {
  const harmless = FORMULA.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
