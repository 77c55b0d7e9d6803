import { vocabulary } from './lexicon.ts'
import { fold, splitText } from './tokens.ts'
import { TELLTALES } from './word-books.ts'

const TAUGHT = ['en', 'es', 'fr']
/** With fewer of its words known, a text is of a language nobody here knows. */
const KNOWN_SHARE = 0.2

const SCRIPTS: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
]

const MARKS: [RegExp, string][] = [
  [/[¿¡ñ]/i, 'es'],
  [/[çœèêàù]/i, 'fr'],
  [/[ãõ]/i, 'pt'],
  [/ß|[äöü]/i, 'de'],
]

const known = new Map<string, { exact: Set<string>; folded: Set<string> }>()

function wordsOf(language: string) {
  const kept = known.get(language)
  if (kept) return kept
  const exact = new Set([
    ...(TELLTALES[language] ?? '').split(' '),
    ...(TAUGHT.includes(language) ? vocabulary(language) : []),
  ])
  const words = { exact, folded: new Set([...exact].map(fold)) }
  known.set(language, words)
  return words
}

/** The primary subtag of the language whose words are most; of several that fit, the one that is wanted. */
export function detectLanguage(text: string, wanted: string): string {
  const words = splitText(text, 'und')
    .filter(({ kind }) => kind === 'word')
    .map((token) => token.text.toLowerCase())
  const [script] = SCRIPTS.filter(([letters]) => letters.test(text))
  if (script) return script[1]

  let best = { language: 'und', score: 0 }
  for (const language of new Set([wanted, ...Object.keys(TELLTALES)])) {
    const { exact, folded } = wordsOf(language)
    let score = 0
    for (const word of words) {
      const parts = language === 'en' ? splitText(word, 'en').map((part) => part.text) : [word]
      if (parts.some((part) => exact.has(part))) score += 1
      else if (folded.has(fold(word))) score += 0.8
    }
    for (const [letters, theirs] of MARKS) if (theirs === language && words.length > 0 && letters.test(text)) score += 1
    if (score > best.score) best = { language, score }
  }
  return best.score >= words.length * KNOWN_SHARE ? best.language : 'und'
}
