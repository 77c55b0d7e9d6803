import { detectLanguage } from './detect-language.ts'
import { type Condition, type Lexicon, lexicon } from './lexicon.ts'
import { QUESTION_WORDS } from './phrasebooks.ts'
import { capitalize, fold, isAllCaps, isCapital, splitText, type Token } from './tokens.ts'

export interface Translation {
  /** Language of the source text; `und` when undetermined. */
  language: string
  translation: string
}

const SUPPORTED = ['en', 'es', 'fr']
const MAX_PHRASE_WORDS = 7

/** Translates into or from English; other pairs via English. Unsupported languages are returned unchanged. */
export function translate(text: string, to: string): Translation {
  const language = detectLanguage(text, to)
  if (language === to || !SUPPORTED.includes(language) || !SUPPORTED.includes(to))
    return { language, translation: text }
  const english = language === 'en' ? text : translateText(text, language, 'en')
  return { language, translation: to === 'en' ? english : translateText(english, 'en', to) }
}

interface PhrasePosition {
  isStart: boolean
  isInQuestion: boolean
}

function translateText(text: string, from: string, to: string): string {
  const book = lexicon(from, to)
  return splitSentences(splitText(text, from))
    .map((sentence) => translateSentence(sentence, book, from, to))
    .join('')
}

/** Splits into sentences, each with its final punctuation and whitespace. */
function splitSentences(tokens: Token[]): Token[][] {
  const sentences: Token[][] = [[]]
  let hasEnded = false
  for (const token of tokens) {
    if (hasEnded && token.kind !== 'space' && !isEnd(token)) {
      sentences.push([])
      hasEnded = false
    }
    sentences.at(-1)?.push(token)
    if (isEnd(token) || (token.kind === 'space' && token.text.includes('\n'))) hasEnded = true
  }
  return sentences
}

const isEnd = ({ kind, text }: Token) => kind === 'mark' && /[.!?…]/.test(text)

function translateSentence(sentence: Token[], book: Lexicon, from: string, to: string): string {
  const tokens = from === 'es' ? sentence.filter(({ text }) => text !== '¿' && text !== '¡') : sentence
  const end = tokens.findLast(isEnd)?.text ?? ''
  const mark = /[?]/.test(end) ? '¿' : /[!]/.test(end) ? '¡' : ''
  const isQuestion = mark === '¿'
  const opening = sentence.findIndex(({ text }) => text === '¿')
  const questionStart = isQuestion ? Math.max(0, opening) : Number.POSITIVE_INFINITY
  const openingMark = to === 'es' && mark ? findOpeningMark(tokens, isQuestion) : -1

  let translation = ''
  let isStart = true
  let at = 0
  for (let token = tokens[at]; token; token = tokens[at]) {
    if (at === openingMark) translation += mark
    const match = findLongestPhrase(book, tokens, at, { isStart, isInQuestion: at >= questionStart })
    if (match) {
      translation += matchCase(match.text, match.source, tokens.slice(at, at + match.length), isStart)
    } else if (from === 'fr' && token.kind === 'space' && /^[?!]/.test(tokens[at + 1]?.text ?? '')) {
      // French puts a space before ? and !, which other languages drop.
    } else translation += token.text
    if (match || token.kind === 'word' || token.kind === 'kept') isStart = false
    at += match?.length ?? 1
  }
  return translation
}

const ASKING_WORDS = new Set(QUESTION_WORDS.split(' '))

/**
 * Index of the token before which Spanish puts ¿ or ¡: after a greeting of up to three words, or at the clause with
 * the question word.
 */
function findOpeningMark(tokens: Token[], isQuestion: boolean): number {
  const first = tokens.findIndex(({ kind }) => kind !== 'space')
  const isQuestionWord = (at: number) => ASKING_WORDS.has((tokens[at]?.text ?? '').toLowerCase())
  if (!isQuestion || isQuestionWord(first)) return first
  const clauses = tokens.flatMap(({ text }, comma) =>
    text === ','
      ? Math.max(
          first,
          tokens.findIndex(({ kind }, at) => at > comma && kind !== 'space'),
        )
      : [],
  )
  const [afterGreeting = first] = clauses
  const isGreeting = tokens.slice(first, afterGreeting).filter(({ kind }) => kind === 'word').length <= 3
  return clauses.find(isQuestionWord) ?? (isGreeting ? afterGreeting : first)
}

interface PhraseMatch {
  text: string
  source: string
  length: number
}

/** Finds the longest phrase that begins at `at`. */
function findLongestPhrase(
  book: Lexicon,
  tokens: Token[],
  at: number,
  position: PhrasePosition,
): PhraseMatch | undefined {
  if (tokens[at]?.kind === 'space') return undefined
  const conditions: Condition[] = [
    ...(position.isStart ? ['^' as const] : []),
    ...(position.isInQuestion ? ['?' as const] : []),
    '',
  ]
  const ends: { length: number; key: string }[] = []
  let key = ''
  for (let end = at, words = 0; words < MAX_PHRASE_WORDS; end++) {
    const token = tokens[end]
    if (!token || token.kind === 'kept' || token.text.includes('\n')) break
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

/** Keeps all caps and initial capitals, unless the capital is only due to the spelling of the source language. */
function matchCase(text: string, source: string, tokens: Token[], isStart: boolean): string {
  const words = tokens.filter(({ kind }) => kind === 'word').map((word) => word.text)
  if (words.length > 0 && isAllCaps(words.join('')) && !isAllCaps(source.replaceAll(' ', ''))) return text.toUpperCase()
  return isCapital(words[0] ?? '') && (isStart || !isCapital(source)) ? capitalize(text) : text
}
