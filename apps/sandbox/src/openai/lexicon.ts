import { fold, splitText } from './tokens.ts'
import { FRENCH, SPANISH, type WordBook } from './word-books.ts'

/** Where an entry holds: where a sentence begins, in a question, or anywhere. */
export type Condition = '^' | '?' | ''

/** By condition and words; without accents behind a `~`. */
export type Lexicon = ReadonlyMap<string, { source: string; target: string }>

interface Line {
  condition: Condition
  /** Holds out of English (`>`), into it (`<`), or both ways. */
  only: '>' | '<' | ''
  english: string
  foreign: string
}

const BOOKS: Record<string, WordBook> = { es: SPANISH, fr: FRENCH }

const remember = <Value>(make: (key: string) => Value) => {
  const known = new Map<string, Value>()
  return (key: string): Value => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

const linesOf = remember((language) => readBook(BOOKS[language] as WordBook))

const lexicons = remember((pair) => {
  const [from = '', to = ''] = pair.split('>')
  const isOut = from === 'en'
  const entries = new Map<string, { source: string; target: string }>()
  const folded = new Map<string, { source: string; target: string }>()
  for (const { condition, only, english, foreign } of linesOf(isOut ? to : from)) {
    if (only && only !== (isOut ? '>' : '<')) continue
    const entry = isOut ? { source: english, target: foreign } : { source: foreign, target: english }
    const key = keyOf(entry.source, from)
    if (!entries.has(condition + key)) entries.set(condition + key, entry)
    if (!folded.has(`${condition}~${fold(key)}`)) folded.set(`${condition}~${fold(key)}`, entry)
  }
  return new Map([...folded, ...entries]) as Lexicon
})

/** One of the two is English. */
export const lexicon = (from: string, to: string): Lexicon => lexicons(`${from}>${to}`)

/** Every word a language's book knows. */
export const vocabulary = remember((language): ReadonlySet<string> => {
  const texts =
    language === 'en'
      ? Object.keys(BOOKS).flatMap((other) => linesOf(other).map(({ english }) => english))
      : linesOf(language).map(({ foreign }) => foreign)
  return new Set(texts.flatMap((text) => keyOf(text, language).split(' ')).filter((word) => /\p{L}/u.test(word)))
})

const keyOf = (text: string, language: string) =>
  splitText(text, language)
    .filter(({ kind }) => kind !== 'space')
    .map(({ text }) => text.toLowerCase())
    .join(' ')

const rows = (text: string) =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')

function readLine(row: string): Line {
  const [, flags = '', english = '', foreign = ''] = /^([\^?<> ]*)(.+?) = (.+)$/.exec(row) ?? []
  const condition = flags.includes('^') ? '^' : flags.includes('?') ? '?' : ''
  return { condition, only: flags.includes('>') ? '>' : flags.includes('<') ? '<' : '', english, foreign }
}

function readBook(book: WordBook): Line[] {
  return [
    ...rows(book.phrases)
      .map(readLine)
      .flatMap((line) => withLists(line, Object.entries(book.lists))),
    ...rows(book.nouns).flatMap((row) => nounLines(row, book)),
    ...rows(book.verbs).flatMap((row) => verbLines(row, book)),
  ]
}

function withLists(line: Line, lists: [string, string][]): Line[] {
  const [list, ...rest] = lists.filter(([name]) => line.english.includes(`{${name}}`))
  if (!list) return [line]
  const [name, pairs] = list
  return pairs.split(', ').flatMap((pair) => {
    const [english = '', foreign = ''] = pair.split(' = ')
    return withLists(
      {
        ...line,
        english: line.english.replaceAll(`{${name}}`, english),
        foreign: line.foreign.replaceAll(`{${name}}`, foreign).replace(/(s)s\b/, '$1'),
      },
      rest,
    )
  })
}

function nounLines(row: string, { one, many }: WordBook): Line[] {
  const [english = '', foreign = ''] = row.split(' = ')
  const [single = '', plural = ''] = english.split(', ')
  const [[article = '', ...noun] = [], [, ...nouns] = []] = foreign.split(', ').map((part) => part.split(' '))
  const isFeminine = article === 'la'
  const fill = (patterns: string, left: string, right: string) =>
    rows(patterns)
      .map(readLine)
      .map((line) => ({
        ...line,
        english: line.english.replace('*', left).replace(/\ba(?= [aeiou]| hour)/, 'an'),
        foreign: (line.foreign.split(' | ')[isFeminine ? 1 : 0] ?? '').replace('*', right),
      }))
  return [...fill(one, single, noun.join(' ')), ...fill(many, plural, nouns.join(' '))]
}

function verbLines(row: string, { forms, conjugation }: WordBook): Line[] {
  const [english = '', foreign = ''] = row.split(' = ')
  const [base = '', past] = english.split(', ')
  const spelt = foreign.split(', ')
  const known: Record<string, string | undefined> = Object.fromEntries(forms.map((form, index) => [form, spelt[index]]))
  const lines: Line[] = []
  for (const line of rows(conjugation).map(readLine)) {
    const left = fillIn(line.english, { base, past })
    const right = fillIn(line.foreign, known)
    if (left && right) lines.push({ ...line, english: left, foreign: right })
  }
  return lines
}

/** Undefined when a form is asked for that this verb does not have. */
function fillIn(pattern: string, forms: Record<string, string | undefined>): string | undefined {
  let isWhole = true
  const text = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    isWhole &&= forms[name] !== undefined
    return forms[name] ?? ''
  })
  return isWhole ? text : undefined
}
