/** In order of preference if several fit equally well: the rarest in ordinary text first. */
export const DELIMITERS = ['\t', '|', ';', ','] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** How a file is written. `skipsFirst`: its first line only names the delimiter, as Excel writes it. */
export type Format = { kind: 'vcard' } | { kind: 'csv'; delimiter: Delimiter; skipsFirst: boolean }

const RECORDS = 20
const VCARD = /^\s*BEGIN:VCARD/i
const SEPARATOR_LINE = /^\s*sep=([,;\t|])\r?\n/i

/** Detects the kind of a file and the delimiter of its columns from its first characters. */
export function detectFormat(head: string): Format {
  if (VCARD.test(head)) return { kind: 'vcard' }
  const named = SEPARATOR_LINE.exec(head)?.[1]
  const delimiter = DELIMITERS.find((each) => each === named)
  if (delimiter) return { kind: 'csv', delimiter, skipsFirst: true }
  const [best] = DELIMITERS.map((each) => ({ delimiter: each, score: scoreOf(countPerRecord(head, each)) })).toSorted(
    (a, b) => b.score - a.score,
  )
  return { kind: 'csv', delimiter: best && best.score > 0 ? best.delimiter : ',', skipsFirst: false }
}

/** The share of records in which a delimiter stands as often as in the first one; in texts it stands here and there. */
function scoreOf(counts: readonly number[]): number {
  const [first = 0] = counts
  return first === 0 ? 0 : counts.filter((count) => count === first).length / counts.length
}

/** How often a delimiter stands outside of quotes in each of the first records. */
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
