import { isDelimiter } from '@frontdesk/contract/rules'

/** In order of preference if several fit equally well: the rarest in ordinary text first. */
const DELIMITERS = ['\t', '|', '^', '~', ';', ',']

/** How a file is written. `skipsFirst`: its first line only names the delimiter, as Excel writes it. */
export type Format = { kind: 'vcard' } | { kind: 'csv'; delimiter: string; skipsFirst: boolean }

const RECORDS = 20
const VCARD = /^\s*BEGIN:VCARD/i
const SEPARATOR_LINE = /^\s*sep=([^\r\n])\r?\n/iu

/** Detects the kind of a file and, unless it was chosen, the delimiter of its columns from its first characters. */
export function detectFormat(head: string, chosen: string | null = null): Format {
  if (VCARD.test(head)) return { kind: 'vcard' }
  const named = SEPARATOR_LINE.exec(head)?.[1]
  if (named !== undefined && isDelimiter(named)) return { kind: 'csv', delimiter: chosen ?? named, skipsFirst: true }
  return { kind: 'csv', delimiter: chosen ?? detectDelimiter(head), skipsFirst: false }
}

function detectDelimiter(head: string): string {
  const score = (delimiter: string) => scoreOf(countPerRecord(head, delimiter))
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, score: score(delimiter) })).toSorted(
    (a, b) => b.score - a.score,
  )
  if (best && best.score > 0) return best.delimiter
  // Colons are also common in times and titles, so they must fit most records.
  return score(':') > 0.5 ? ':' : ','
}

/** The share of records in which a delimiter occurs as often as in the first one; in texts it occurs irregularly. */
function scoreOf(counts: readonly number[]): number {
  const [first = 0] = counts
  return first === 0 ? 0 : counts.filter((count) => count === first).length / counts.length
}

/** How often a delimiter occurs outside of quotes in each of the first records. */
function countPerRecord(text: string, delimiter: string): number[] {
  const counts: number[] = []
  let count = 0
  let isQuoted = false
  let isBlank = true
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === delimiter) count += 1
    else if (character === '\n' || character === '\r') {
      if (!isBlank || count > 0) counts.push(count)
      count = 0
      isBlank = true
      if (counts.length === RECORDS) return counts
      continue
    }
    isBlank = false
  }
  // The last record of the sample may be cut off.
  return counts.length > 0 || isBlank ? counts : [count]
}
