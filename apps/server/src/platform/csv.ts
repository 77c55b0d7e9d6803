/** Cells that a spreadsheet would run as a formula. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^\s*[=+\-@\t\r]/
/** Phone numbers and amounts look like formulas but are harmless. */
const PLAIN_NUMBER = /^[+-]?\d[\d .()-]*$/

/** Formats a CSV line (RFC 4180): every cell quoted, null empty, formulas escaped with an apostrophe. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : `"${escapeQuotes(escapeFormula(cell))}"`)).join(',')}\r\n`

/** `replaceAll` is slow, and most cells have no quotes. */
const escapeQuotes = (cell: string): string => (cell.includes('"') ? cell.replaceAll('"', '""') : cell)

/** The reverse of `escapeFormula`, for files that are imported again. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

const escapeFormula = (cell: string): string => (FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell)
