/** Digits of a payment card number. https://www.iso.org/standard/70484.html */
const DIGITS = { min: 13, max: 19 } as const

/**
 * Ranges of the card networks: the digits that numbers begin with, and their lengths. Visa no longer issues numbers of
 * 13 digits, which phone numbers without their plus sign look like.
 */
const NETWORKS: readonly { starts: RegExp; lengths: readonly number[]; isLoose?: true }[] = [
  { starts: /^4/, lengths: [16, 19] },
  { starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { starts: /^3[47]/, lengths: [15] },
  { starts: /^(?:30[0-5]|3[689])/, lengths: [14, 15, 16, 17, 18, 19] },
  { starts: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { starts: /^(?:6011|64[4-9]|65|62|81)/, lengths: [16, 17, 18, 19] },
  // Maestro: so many ranges and lengths that it is recognized only where nothing else is beside it.
  { starts: /^(?:50|5[678]|6304|6390|67)/, lengths: [13, 14, 15, 16, 17, 18, 19], isLoose: true },
]

/** Characters without a width, which are not seen between digits. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu
/** Separators between the groups of a number. A comma with a space separates numbers. */
const SEPARATOR = /^(?:[\s.\-\u2010-\u2015\u2212]{1,3}|[,/_|\u00b7])$/u
const PLAIN_SEPARATOR = /^[\s.\-\u2010-\u2015\u2212]+$/u
/** Cheap, because most texts have none. */
const MAY_HAVE_ONE = /(?:\d\D{0,6}){13}/
const IS_ASCII = /^\p{ASCII}*$/u

/** The check digit of a number. https://en.wikipedia.org/wiki/Luhn_algorithm */
export function isLuhnValid(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const findNetwork = (digits: string) =>
  digits.length >= DIGITS.min && digits.length <= DIGITS.max && isLuhnValid(digits)
    ? NETWORKS.find(({ starts, lengths }) => starts.test(digits) && lengths.includes(digits.length))
    : undefined

export const isCardNumber = (digits: string): boolean => findNetwork(digits) !== undefined

/** In the alphabet of texts, so that a mask does not make one longer. */
const maskOf = (digits: string): string => `**** **** **** ${digits.slice(-4)}`
const MASK = /\*{4} \*{4} \*{4} \d{4}/

/** Zeros of the digits that NFKC keeps: Arabic, Persian, Devanagari, Bengali and Thai. */
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50]

function toAsciiDigit(digit: string): string {
  const normalized = digit.normalize('NFKC')
  const code = normalized.codePointAt(0) ?? 0
  const zero = ZEROS.find((each) => code >= each && code < each + 10)
  return zero === undefined ? normalized : String(code - zero)
}

/** A text of the same length with the digits 0 to 9 for those of all scripts. */
const withAsciiDigits = (text: string): string =>
  IS_ASCII.test(text) ? text : text.replace(/\p{Nd}/gu, (digit) => toAsciiDigit(digit).padEnd(digit.length, '\u200b'))

interface Group {
  digits: string
  start: number
  end: number
  /** Characters between it and the group before it. */
  separator: string
}

const IBAN = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])/giu

/** https://www.iso.org/standard/81090.html */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase()
  let rest = 0
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Matches bank account numbers: parts of many look like card numbers. */
function findIbans(text: string): { start: number; end: number }[] {
  return [...text.matchAll(IBAN)].flatMap(({ 0: found, index: start }) => {
    for (let length = found.length; length > 0; length = found.lastIndexOf(' ', length - 1))
      if (isIban(found.slice(0, length))) return [{ start, end: start + length }]
    return []
  })
}

/** Runs of groups of digits that may belong together, such as a number followed by its date. */
function runsOf(text: string): Group[][] {
  const ibans = findIbans(text)
  const runs: Group[][] = []
  let end = -1
  for (const { 0: digits, index: start } of text.matchAll(/\d+/g)) {
    if (ibans.some((iban) => start >= iban.start && start < iban.end)) {
      end = -1
      continue
    }
    const separator = text.slice(Math.max(end, 0), start).replace(INVISIBLE, '')
    const run = end < 0 ? undefined : runs.at(-1)
    const previous = run?.at(-1)
    end = start + digits.length
    if (previous && separator === '') Object.assign(previous, { digits: previous.digits + digits, end })
    else if (run && SEPARATOR.test(separator)) run.push({ digits, start, end, separator })
    else runs.push([{ digits, start, end, separator: '' }])
  }
  return runs
}

/** Groups as cards print them: four digits or more each, except the last one. Phone numbers have shorter ones. */
const isGroupedLikeCard = (groups: readonly Group[]): boolean =>
  groups.slice(0, -1).every(({ digits }) => digits.length >= 4)

/** Shorter groups of one length with the same between all of them, as digits are read out. Dates and prices differ. */
const isReadOut = ([first, ...others]: readonly Group[]): boolean =>
  first !== undefined &&
  others.every(
    ({ digits, separator }, index) =>
      separator === others[0]?.separator &&
      PLAIN_SEPARATOR.test(separator) &&
      (digits.length === first.digits.length || (index === others.length - 1 && digits.length < first.digits.length)),
  )

/** After these words and a number sign, a number is that of an order or the like. */
const REFERENCE =
  /(?<!\p{L})(?:order|invoice|receipt|ticket|case|tracking|reference|ref|po|pedido|factura|commande|facture|bestellung|rechnung)\.?\s*(?:no\.?|number)?\s*[#_]\s?$/iu
const ADDRESS = /:\/\/\S*$/u
const CONTEXT = 2048

/** Whether what is before a number says that it is another one: a phone number, an address of a page, an order. */
function isOther(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT), start)
  return before.endsWith('+') || ADDRESS.test(before) || REFERENCE.test(before)
}

interface Card {
  digits: string
  start: number
  end: number
}

/** The longest card number that begins with a group: 19 digits may begin with 16 valid ones. */
function findCardAt(run: readonly Group[], first: number): (Card & { last: number }) | null {
  let longest = null
  let digits = ''
  for (let last = first; last < run.length; last++) {
    const groups = run.slice(first, last + 1)
    digits += groups.at(-1)?.digits ?? ''
    if (digits.length > DIGITS.max) break
    const network = findNetwork(digits)
    const isWhole = groups.length === run.length
    if (!network || (network.isLoose && !isWhole)) continue
    if (isGroupedLikeCard(groups) || (first === 0 && !network.isLoose && isReadOut(groups)))
      longest = { digits, start: groups[0]?.start ?? 0, end: groups.at(-1)?.end ?? 0, last }
  }
  return longest
}

function findCards(text: string): Card[] {
  const cards: Card[] = []
  for (const run of runsOf(text))
    for (let first = 0; first < run.length; first++) {
      const card = findCardAt(run, first)
      if (!card || isOther(text, card.start)) continue
      cards.push(card)
      first = card.last
    }
  return cards
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc_00 && code <= 0xdf_ff

/**
 * Masks the numbers of payment cards in a text, all but their last four digits. Numbers are recognized by network,
 * length, grouping and check digit, so that phone numbers, bank accounts and most order numbers stay.
 */
export function maskCardNumbers(text: string): string {
  const plain = withAsciiDigits(text)
  if (!MAY_HAVE_ONE.test(plain.replace(INVISIBLE, ''))) return text
  let masked = ''
  let end = 0
  for (const card of findCards(plain)) {
    masked += text.slice(end, card.start) + maskOf(card.digits)
    // The last digit may be two code units, of which the second one was replaced.
    end = card.end + (isLowSurrogate(text.charCodeAt(card.end)) ? 1 : 0)
  }
  return masked + text.slice(end)
}

/** Masks a card number split across consecutive texts, completed by the last, in all of them; null if there is none. */
export function maskCardsAcross(texts: readonly string[]): string[] | null {
  const joined = texts.join(' ')
  const last = texts.at(-1) ?? ''
  const lastStart = joined.length - last.length
  const plain = withAsciiDigits(joined)
  if (!MAY_HAVE_ONE.test(plain.replace(INVISIBLE, ''))) return null
  const card = findCards(plain).find(({ start, end }) => start < lastStart && end > lastStart)
  if (!card) return null
  const cardEnd = card.end + (isLowSurrogate(joined.charCodeAt(card.end)) ? 1 : 0)
  let start = 0
  return texts.map((text, index) => {
    const [from, to] = [Math.max(card.start - start, 0), cardEnd - start]
    start += text.length + 1
    if (from >= text.length) return text
    const mask = index === texts.length - 1 ? maskOf(card.digits) : '****'
    return text.slice(0, from) + mask + text.slice(Math.min(to, text.length))
  })
}

/** Whether a card number was masked in a text. */
export const hasMaskedCard = (text: string): boolean => MASK.test(text)
