/** Digits of a payment card number. https://www.iso.org/standard/70484.html */
const DIGITS = { min: 13, max: 19 } as const

/** Ranges of the card networks: the digits that numbers begin with, and their lengths. */
const NETWORKS: readonly { starts: RegExp; lengths: readonly number[] }[] = [
  { starts: /^4/, lengths: [13, 16, 18, 19] },
  { starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { starts: /^3[47]/, lengths: [15] },
  { starts: /^(?:30[0-5]|3[689])/, lengths: [14, 15, 16, 17, 18, 19] },
  { starts: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { starts: /^(?:6011|64[4-9]|65|62|81)/, lengths: [16, 17, 18, 19] },
  { starts: /^(?:50|5[678]|6304|6390|67)/, lengths: [13, 14, 15, 16, 17, 18, 19] },
]

/** Digits with spaces, dots or dashes between them; nothing that makes them part of a word, an address or another number. */
const RUN = /(?<![\p{L}\d_+#])(?<!:\/\/\S*)\d(?:[\s.\-\u2010-\u2015]{0,3}\d){12,40}(?![\p{L}\d_])/gu
const SEPARATOR = /[\s.\-\u2010-\u2015]+/u
/** Cheap, because most texts have none. */
const MAY_HAVE_ONE = /(?:\d[\s.\-\u2010-\u2015]{0,3}){13}/u

/** The check digit of a number. https://en.wikipedia.org/wiki/Luhn_algorithm */
export function isLuhnValid(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

export const isCardNumber = (digits: string): boolean =>
  digits.length >= DIGITS.min &&
  digits.length <= DIGITS.max &&
  NETWORKS.some(({ starts, lengths }) => starts.test(digits) && lengths.includes(digits.length)) &&
  isLuhnValid(digits)

/** In the alphabet of texts, so that a mask does not make one longer. */
const maskOf = (digits: string): string => `**** **** **** ${digits.slice(-4)}`
const MASK = /\*{4} \*{4} \*{4} \d{4}/

/** Groups as cards print them: four digits or more each, except the last one. Phone numbers have shorter ones. */
const isGroupedLikeCard = (groups: readonly string[]): boolean => groups.slice(0, -1).every(({ length }) => length >= 4)

interface Group {
  digits: string
  start: number
  end: number
}

function groupsOf(run: string): Group[] {
  let start = 0
  const groups: Group[] = []
  for (const digits of run.split(SEPARATOR)) {
    start = run.indexOf(digits, start)
    groups.push({ digits, start, end: start + digits.length })
    start += digits.length
  }
  return groups
}

/** Masks card numbers in a run of groups of digits, such as a number followed by its date. */
function maskRun(run: string): string {
  const groups = groupsOf(run)
  let text = ''
  let end = 0
  for (let first = 0; first < groups.length; first++) {
    // The longest first: 19 digits may begin with 16 valid ones.
    for (let last = groups.length - 1; last >= first; last--) {
      const parts = groups.slice(first, last + 1)
      const digits = parts.map((group) => group.digits).join('')
      if (!isGroupedLikeCard(parts.map((group) => group.digits)) || !isCardNumber(digits)) continue
      text += run.slice(end, parts[0]?.start) + maskOf(digits)
      end = parts.at(-1)?.end ?? end
      first = last
      break
    }
  }
  return text + run.slice(end)
}

/**
 * Masks the numbers of payment cards in a text, all but their last four digits. Numbers are recognized by network, length,
 * grouping and check digit, so that phone numbers and most order numbers stay.
 */
export const maskCardNumbers = (text: string): string => (MAY_HAVE_ONE.test(text) ? text.replace(RUN, maskRun) : text)

/** Whether a card number was masked in a text. */
export const hasMaskedCard = (text: string): boolean => MASK.test(text)
