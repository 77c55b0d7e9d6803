/** A spreadsheet runs what begins like a formula; in front of it an apostrophe makes it words. https://owasp.org/www-community/attacks/CSV_Injection */
const neutralised = (cell: string): string => (/^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

/** One line of a CSV file (RFC 4180), every cell quoted. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${neutralised(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
