import { vocabulary } from './lexicon.ts'
import { COMMON_WORDS } from './phrasebooks.ts'
import { fold, splitText } from './tokens.ts'

const PHRASEBOOK_LANGUAGES = ['en', 'es', 'fr']
/** Below this share of recognized words the language counts as undetermined. */
const MIN_RECOGNIZED_SHARE = 0.2

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

const wordCache = new Map<string, { exact: Set<string>; folded: Set<string> }>()

function wordsOf(language: string) {
  const cached = wordCache.get(language)
  if (cached) return cached
  const exact = new Set([
    ...(COMMON_WORDS[language] ?? '').split(' '),
    ...(PHRASEBOOK_LANGUAGES.includes(language) ? vocabulary(language) : []),
  ])
  const words = { exact, folded: new Set([...exact].map(fold)) }
  wordCache.set(language, words)
  return words
}

/** Primary subtag of the language with the most recognized words; `preferred` wins a tie. */
export function detectLanguage(text: string, preferred: string): string {
  const words = splitText(text, 'und')
    .filter(({ kind }) => kind === 'word')
    .map((token) => token.text.toLowerCase())
  const [script] = SCRIPTS.filter(([letters]) => letters.test(text))
  if (script) return script[1]

  let best = { language: 'und', score: 0 }
  for (const language of new Set([preferred, ...Object.keys(COMMON_WORDS)])) {
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
  return best.score >= words.length * MIN_RECOGNIZED_SHARE ? best.language : 'und'
}
