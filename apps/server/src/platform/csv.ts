/** What a spreadsheet would run. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^\s*[=+\-@\t\r]/
/** A phone number or an amount begins like one and is none. */
const PLAIN_NUMBER = /^[+-]?\d[\d .()-]*$/

/** One line of a CSV file (RFC 4180): every cell quoted, null left empty, formulas turned into words by an apostrophe. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : `"${harmless(cell).replaceAll('"', '""')}"`)).join(',')}\r\n`

const harmless = (cell: string): string => (FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell)
