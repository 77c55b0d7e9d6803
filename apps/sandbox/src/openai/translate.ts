import { detectLanguage } from './detect-language.ts'
import { type Condition, type Lexicon, lexicon } from './lexicon.ts'
import { capitalise, fold, isCapital, isLoud, splitText, type Token } from './tokens.ts'
import { ASKING } from './word-books.ts'

export interface Translation {
  /** The language the text is in; `und` when nobody can tell. */
  language: string
  translation: string
}

const SPOKEN = ['en', 'es', 'fr']
const LONGEST = 7

/** Into English and out of it; between two others by way of English. Anything else stays as it is. */
export function translate(text: string, to: string): Translation {
  const language = detectLanguage(text, to)
  if (language === to || !SPOKEN.includes(language) || !SPOKEN.includes(to)) return { language, translation: text }
  const english = language === 'en' ? text : speak(text, language, 'en')
  return { language, translation: to === 'en' ? english : speak(english, 'en', to) }
}

interface Place {
  isStart: boolean
  isAsked: boolean
}

function speak(text: string, from: string, to: string): string {
  const book = lexicon(from, to)
  return sentences(splitText(text, from))
    .map((sentence) => speakSentence(sentence, book, from, to))
    .join('')
}

/** Each with the marks and the space that end it. */
function sentences(tokens: Token[]): Token[][] {
  const found: Token[][] = [[]]
  let hasEnded = false
  for (const token of tokens) {
    if (hasEnded && token.kind !== 'space' && !isEnd(token)) {
      found.push([])
      hasEnded = false
    }
    found.at(-1)?.push(token)
    if (isEnd(token) || (token.kind === 'space' && token.text.includes('\n'))) hasEnded = true
  }
  return found
}

const isEnd = ({ kind, text }: Token) => kind === 'mark' && /[.!?…]/.test(text)

function speakSentence(sentence: Token[], book: Lexicon, from: string, to: string): string {
  const tokens = from === 'es' ? sentence.filter(({ text }) => text !== '¿' && text !== '¡') : sentence
  const end = tokens.findLast(isEnd)?.text ?? ''
  const mark = /[?]/.test(end) ? '¿' : /[!]/.test(end) ? '¡' : ''
  const asks = mark === '¿'
  const opening = sentence.findIndex(({ text }) => text === '¿')
  const askedFrom = asks ? Math.max(0, opening) : Number.POSITIVE_INFINITY
  const marked = to === 'es' && mark ? startOfMarked(tokens, asks) : -1

  let answer = ''
  let isStart = true
  for (let at = 0; at < tokens.length; ) {
    if (at === marked) answer += mark
    const found = look(book, tokens, at, { isStart, isAsked: at >= askedFrom })
    const token = tokens[at] as Token
    if (found) {
      answer += cased(found.text, found.source, tokens.slice(at, at + found.length), isStart)
    } else if (from === 'fr' && token.kind === 'space' && /^[?!]/.test(tokens[at + 1]?.text ?? '')) {
      // French sets a space before these.
    } else answer += token.text
    if (found || token.kind === 'word' || token.kind === 'kept') isStart = false
    at += found?.length ?? 1
  }
  return answer
}

const ASKING_WORDS = new Set(ASKING.split(' '))

/** Spanish opens a question where it begins: behind a greeting of up to three words, or whatever else was said before. */
function startOfMarked(tokens: Token[], asks: boolean): number {
  const first = tokens.findIndex(({ kind }) => kind !== 'space')
  const isAsking = (at: number) => ASKING_WORDS.has((tokens[at]?.text ?? '').toLowerCase())
  if (!asks || isAsking(first)) return first
  const clauses = tokens.flatMap(({ text }, comma) =>
    text === ','
      ? Math.max(
          first,
          tokens.findIndex(({ kind }, at) => at > comma && kind !== 'space'),
        )
      : [],
  )
  const [behindGreeting = first] = clauses
  const isGreeting = tokens.slice(first, behindGreeting).filter(({ kind }) => kind === 'word').length <= 3
  return clauses.find(isAsking) ?? (isGreeting ? behindGreeting : first)
}

interface Found {
  text: string
  source: string
  length: number
}

/** The longest phrase that begins here. */
function look(book: Lexicon, tokens: Token[], at: number, place: Place): Found | undefined {
  if (tokens[at]?.kind === 'space') return undefined
  const conditions: Condition[] = [
    ...(place.isStart ? ['^' as const] : []),
    ...(place.isAsked ? ['?' as const] : []),
    '',
  ]
  const ends: { length: number; key: string }[] = []
  let key = ''
  for (let end = at, words = 0; end < tokens.length && words < LONGEST; end++) {
    const token = tokens[end] as Token
    if (token.kind === 'kept' || token.text.includes('\n')) break
    if (token.kind === 'space') continue
    words += 1
    key += `${key && ' '}${token.kind === 'number' ? '#' : token.text.toLowerCase()}`
    ends.unshift({ length: end - at + 1, key })
  }
  for (const { length, key } of ends) {
    for (const spelling of [key, `~${fold(key)}`]) {
      for (const condition of conditions) {
        const entry = book.get(condition + spelling)
        if (!entry) continue
        const numbers = tokens.slice(at, at + length).filter(({ kind }) => kind === 'number')
        const text = entry.target.replaceAll('#', () => numbers.shift()?.text ?? '')
        return { text, source: entry.source, length }
      }
    }
  }
  return undefined
}

/** Loud words stay loud; a capital stays one, unless it is there only because the first language writes it. */
function cased(text: string, source: string, tokens: Token[], isStart: boolean): string {
  const words = tokens.filter(({ kind }) => kind === 'word').map((word) => word.text)
  if (words.length > 0 && isLoud(words.join('')) && !isLoud(source.replaceAll(' ', ''))) return text.toUpperCase()
  return isCapital(words[0] ?? '') && (isStart || !isCapital(source)) ? capitalise(text) : text
}
