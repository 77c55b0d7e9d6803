import { FRENCH, type Phrasebook, SPANISH } from './phrasebooks.ts'
import { fold, splitText } from './tokens.ts'

/** Position where an entry applies: at the start of a sentence, in a question, or anywhere. */
export type Condition = '^' | '?' | ''

/** Keyed by condition and words; keys without accents have the prefix `~`. */
export type Lexicon = ReadonlyMap<string, { source: string; target: string }>

interface Entry {
  condition: Condition
  /** From English (`>`), into English (`<`), or both. */
  direction: '>' | '<' | ''
  english: string
  foreign: string
}

const PHRASEBOOKS: Record<string, Phrasebook> = { es: SPANISH, fr: FRENCH }

const memoize = <Value>(compute: (key: string) => Value) => {
  const cache = new Map<string, Value>()
  return (key: string): Value => {
    const value = cache.get(key) ?? compute(key)
    cache.set(key, value)
    return value
  }
}

const entriesOf = memoize((language) => {
  const book = PHRASEBOOKS[language]
  if (!book) throw new Error(`No phrasebook for ${language}.`)
  return readPhrasebook(book)
})

const lexicons = memoize((pair): Lexicon => {
  const [from = '', to = ''] = pair.split('>')
  const isFromEnglish = from === 'en'
  const exact = new Map<string, { source: string; target: string }>()
  const folded = new Map<string, { source: string; target: string }>()
  for (const { condition, direction: only, english, foreign } of entriesOf(isFromEnglish ? to : from)) {
    if (only && only !== (isFromEnglish ? '>' : '<')) continue
    const entry = isFromEnglish ? { source: english, target: foreign } : { source: foreign, target: english }
    const key = keyOf(entry.source, from)
    if (!exact.has(condition + key)) exact.set(condition + key, entry)
    if (!folded.has(`${condition}~${fold(key)}`)) folded.set(`${condition}~${fold(key)}`, entry)
  }
  return new Map([...folded, ...exact])
})

/** One of the two languages must be English. */
export const lexicon = (from: string, to: string): Lexicon => lexicons(`${from}>${to}`)

/** All words of a language's phrasebook. */
export const vocabulary = memoize((language): ReadonlySet<string> => {
  const texts =
    language === 'en'
      ? Object.keys(PHRASEBOOKS).flatMap((other) => entriesOf(other).map(({ english }) => english))
      : entriesOf(language).map(({ foreign }) => foreign)
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

function readEntry(row: string): Entry {
  const [, flags = '', english = '', foreign = ''] = /^([\^?<> ]*)(.+?) = (.+)$/.exec(row) ?? []
  const condition = flags.includes('^') ? '^' : flags.includes('?') ? '?' : ''
  return { condition, direction: flags.includes('>') ? '>' : flags.includes('<') ? '<' : '', english, foreign }
}

function readPhrasebook(book: Phrasebook): Entry[] {
  return [
    ...rows(book.phrases)
      .map(readEntry)
      .flatMap((line) => expandLists(line, Object.entries(book.lists))),
    ...rows(book.nouns).flatMap((row) => nounEntries(row, book)),
    ...rows(book.verbs).flatMap((row) => verbEntries(row, book)),
  ]
}

function expandLists(line: Entry, lists: [string, string][]): Entry[] {
  const [list, ...rest] = lists.filter(([name]) => line.english.includes(`{${name}}`))
  if (!list) return [line]
  const [name, pairs] = list
  return pairs.split(', ').flatMap((pair) => {
    const [english = '', foreign = ''] = pair.split(' = ')
    return expandLists(
      {
        ...line,
        english: line.english.replaceAll(`{${name}}`, english),
        foreign: line.foreign.replaceAll(`{${name}}`, foreign).replace(/(s)s\b/, '$1'),
      },
      rest,
    )
  })
}

function nounEntries(row: string, book: Phrasebook): Entry[] {
  const [english = '', foreign = ''] = row.split(' = ')
  const [single = '', plural = ''] = english.split(', ')
  const [[article = '', ...noun] = [], [, ...nouns] = []] = foreign.split(', ').map((part) => part.split(' '))
  const isFeminine = article === 'la'
  const fill = (patterns: string, left: string, right: string) =>
    rows(patterns)
      .map(readEntry)
      .map((line) => ({
        ...line,
        english: line.english.replace('*', left).replace(/\ba(?= [aeiou]| hour)/, 'an'),
        foreign: (line.foreign.split(' | ')[isFeminine ? 1 : 0] ?? '').replace('*', right),
      }))
  return [...fill(book.singular, single, noun.join(' ')), ...fill(book.plural, plural, nouns.join(' '))]
}

function verbEntries(row: string, { forms, conjugation }: Phrasebook): Entry[] {
  const [english = '', foreign = ''] = row.split(' = ')
  const [base = '', past] = english.split(', ')
  const conjugated = foreign.split(', ')
  const foreignForms: Record<string, string | undefined> = Object.fromEntries(
    forms.map((form, index) => [form, conjugated[index]]),
  )
  const entries: Entry[] = []
  for (const line of rows(conjugation).map(readEntry)) {
    const left = fillIn(line.english, { base, past })
    const right = fillIn(line.foreign, foreignForms)
    if (left && right) entries.push({ ...line, english: left, foreign: right })
  }
  return entries
}

/** Returns undefined when the pattern needs a form that this verb lacks. */
function fillIn(pattern: string, forms: Record<string, string | undefined>): string | undefined {
  let isComplete = true
  const text = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    isComplete &&= forms[name] !== undefined
    return forms[name] ?? ''
  })
  return isComplete ? text : undefined
}
