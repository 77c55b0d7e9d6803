import type { PageLanguage } from '@frontdesk/contract/rules'
import { type CalendarDate, findCalendarDates } from './calendar-dates.ts'
import { ENGLISH } from './english.ts'
import { FRENCH } from './french.ts'
import { SPANISH } from './spanish.ts'
import { connector, day, type Rule, rule, type Token, WORD } from './tokens.ts'

const RULES: Record<PageLanguage, readonly Rule[]> = { en: ENGLISH, es: SPANISH, fr: FRENCH }

/** Numbers that are no hours: prices, phone numbers, codes, and those with units in the rules of each language. */
const SHARED: readonly Rule[] = [
  rule('[$€£]\\s?\\d+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?\\s?[$€£%]', WORD),
  rule('\\+?\\d[\\d() -]*\\d{3}[ -]\\d{4}|#\\s?\\d+', WORD),
]

const FALLBACK: readonly Rule[] = [
  { pattern: /[.,;:!?\n]+/y, read: () => ({ kind: 'break' }) },
  { pattern: /[-–—]/y, read: () => connector('to') },
  { pattern: /&/y, read: () => connector('and') },
  { pattern: /\//y, read: () => connector('or') },
  { pattern: /@/y, read: () => connector('at') },
  rule('\\d{1,2}', ([match]) => ({ kind: 'number', value: Number(match) })),
  rule("[a-z0-9]+(?:['-][a-z0-9]+)*", WORD),
]

/** The tokens of a text in one language, in order. */
export function scan(text: string, today: Temporal.PlainDate, language: PageLanguage): Token[] {
  const plain = withoutAccents(text)
  const dates = findCalendarDates(text, today, language)
  const rules = [...SHARED, ...RULES[language], ...FALLBACK]
  const tokens: Token[] = []
  for (let index = 0; index < plain.length; ) {
    const date = dates.find(({ start }) => start === index)
    const match = date
      ? { length: date.end - index, tokens: [day(date.days)] }
      : matchAt(plain, index, rules, today, dates)
    tokens.push(...(match?.tokens ?? []))
    index += match?.length ?? 1
  }
  return tokens
}

function matchAt(
  plain: string,
  index: number,
  rules: readonly Rule[],
  today: Temporal.PlainDate,
  dates: readonly CalendarDate[],
) {
  if (/[a-z0-9]/.test(plain[index - 1] ?? '') && /[a-z0-9]/.test(plain[index] ?? '')) return null
  for (const { pattern, read } of rules) {
    pattern.lastIndex = index
    const match = pattern.exec(plain)
    if (!match) continue
    const end = index + match[0].length
    // "The 12th" is no day of its own in "the 12th of April".
    if (dates.some((date) => date.start < end && date.end > end)) continue
    const meaning = read(match, today)
    if (meaning) return { length: match[0].length, tokens: [meaning].flat() }
  }
  return null
}

/** Lowercase letters without accents, each at the place it had, so that offsets stay those of the text. */
const withoutAccents = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => {
    const unit = text.charAt(index)
    const plain = /[’‘´`]/.test(unit) ? "'" : unit.normalize('NFD').charAt(0).toLowerCase()
    return plain.length === 1 ? plain : unit
  }).join('')
