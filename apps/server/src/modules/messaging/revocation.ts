import { scoreRevocation } from './revocation-model.ts'
import {
  AFTER_STOP,
  AMBIGUOUS_WORD,
  ANNOYED,
  APPOINTMENT_TEXTS,
  ASKS_FOR_MORE,
  CLAUSES,
  CLEAR_WORD,
  COURTESY,
  EXCLUDED,
  EXCLUDED_REQUEST,
  KEPT,
  LAUGHTER,
  NEGATED,
  NO_MORE,
  OPT_OUT,
  PERSON,
  REVIEW,
  TRIGGER,
} from './revocation-patterns.ts'
import { stripQuotedText } from './strip-quoted-text.ts'

/**
 * Meaning of a text about consent that is not a keyword. `opt-out`: the contact asks for no more texts. `review`: they
 * may be asking for that, so a teammate decides.
 */
export type Revocation = 'opt-out' | 'review' | null

/** Longer texts are letters: a person reads them anyway, and a single phrase in them proves little. */
const MAX_LENGTH = 480

/** Texts up to this length are scored by the model whatever their words. */
const SHORT_LENGTH = 80

/** Above LIKELY, a text without a matching pattern is reviewed; below UNLIKELY, a matching pattern is doubted. */
const LIKELY = 0.5
const UNLIKELY = -1

type Signal = 'opt-out' | 'review' | 'excluded' | 'stays' | 'person' | 'laughter' | 'no trigger'

/** Result of matching a text against the patterns. */
interface PatternMatch {
  written: string
  match: Revocation
  /**
   * At least a review, whatever the model says: a sentence is a keyword, such as "Stop.", an `EXCLUDED_REQUEST`, or
   * `NO_MORE`.
   */
  isAlwaysReviewed: boolean
  /** Everything the patterns say about the text, for the model. */
  signals: Set<Signal>
}

/**
 * Judges a text that is not a keyword. Only patterns opt out, because they can be explained; the model, which weighs
 * what they find against all other words, asks for reviews. Pure and fast, because every inbound text passes here.
 */
export function findRevocation(body: string): Revocation {
  if (ASKS_FOR_MORE.test(body)) return null
  const patternMatch = matchPatterns(body)
  if (patternMatch === null) return null
  const { written, match, isAlwaysReviewed, signals } = patternMatch
  if (signals.has('no trigger') && written.length > SHORT_LENGTH) return null
  const score = scoreRevocation(written, signals)
  if (match === null) return score > LIKELY && !signals.has('stays') ? 'review' : null
  const isClear = match === 'opt-out' && !signals.has('laughter') && !signals.has('person')
  if (isClear) return score > UNLIKELY ? 'opt-out' : 'review'
  return isAlwaysReviewed || score > UNLIKELY ? 'review' : null
}

/** Applies the patterns clause by clause; null for texts that are too long to be judged. */
export function matchPatterns(body: string): PatternMatch | null {
  if (body.length > MAX_LENGTH * 4) return null
  const written = stripQuotedText(body)
  if (written.length > MAX_LENGTH) return null
  const text = written
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/#/g, ' number ')
    .replace(/🛑/gu, ' stop ')
    .replace(/\bur\b/g, 'your')
    .replace(/\bsendin\b/g, 'sending')
    .replace(/\bmesag/g, 'messag')
    .replace(/\b(?:stpo|sotp|tsop|stahp|stopp+)\b/g, 'stop')
    .replace(/\bw\b/g, 'with')
  const signals = new Set<Signal>()
  if (LAUGHTER.test(text)) signals.add('laughter')
  if (!TRIGGER.test(text)) return { written, match: null, isAlwaysReviewed: false, signals: signals.add('no trigger') }
  if (PERSON.test(text)) signals.add('person')
  const clauses = text.split(CLAUSES).filter((clause) => /\p{L}/u.test(clause))
  const sentences = clauses.flatMap((clause) => toWords(clause).split(AFTER_STOP))
  const parts = clauses
    .flatMap((clause) => (clause.includes(',') ? [clause, ...clause.split(',')] : [clause]))
    .flatMap((part) => toWords(part).replace(APPOINTMENT_TEXTS, '').split(AFTER_STOP))
  if (parts.some((part) => EXCLUDED.test(part))) signals.add('excluded')
  if (parts.some((part) => asksToStay(part))) signals.add('stays')
  const judged = parts.map((part) => judge(part, parts.length, text))
  const match = judged.includes('opt-out') ? 'opt-out' : judged.includes('review') ? 'review' : null
  if (match !== null) signals.add(match)
  const isAlwaysReviewed =
    !signals.has('laughter') &&
    sentences.some(
      (sentence) =>
        judgeBareWord(sentence) === 'opt-out' || EXCLUDED_REQUEST.test(sentence) || wantsNoMore(sentence, text),
    )
  return { written, match, isAlwaysReviewed, signals }
}

const toWords = (part: string): string => part.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

const asksToStay = (clause: string): boolean => NEGATED.test(clause) || KEPT.test(clause)

function judge(clause: string, clauses: number, text: string): Revocation {
  const bare = judgeBareWord(clause)
  if (bare === 'opt-out') return clauses === 1 || ANNOYED.test(text) ? 'opt-out' : 'review'
  if (bare === 'review') return clauses === 1 ? 'review' : null
  if (asksToStay(clause)) return null
  if (EXCLUDED.test(clause)) return EXCLUDED_REQUEST.test(clause) ? 'review' : null
  if (OPT_OUT.test(clause)) return 'opt-out'
  return REVIEW.test(clause) || wantsNoMore(clause, text) ? 'review' : null
}

const wantsNoMore = (clause: string, text: string): boolean => NO_MORE.test(clause) && !text.includes('?')

/** A keyword with nothing but courtesy around it, such as "please stop". */
function judgeBareWord(clause: string): Revocation {
  const words = clause.split(' ')
  if (words.length > 6) return null
  const other = [...new Set(words.filter((word) => !COURTESY.has(word) || CLEAR_WORD.has(word)))]
  if (other.length === 0) return null
  if (other.every((word) => CLEAR_WORD.has(word))) return 'opt-out'
  return other.length === 1 && AMBIGUOUS_WORD.has(other[0] ?? '') ? 'review' : null
}
