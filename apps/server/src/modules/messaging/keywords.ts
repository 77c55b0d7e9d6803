import { normalizeOptInKeyword } from '@frontdesk/contract/rules'
import { stripQuotedText } from './strip-quoted-text.ts'

/** The request of a message that consists of a keyword only. */
export type Keyword = 'stop' | 'start' | 'help' | null

/** Language of a keyword; the reply is in the same one. */
export type KeywordLanguage = 'en' | 'es' | 'fr'

interface KeywordWord {
  keyword: Exclude<Keyword, null>
  language: KeywordLanguage
  /** Carriers handle it themselves: they block or unblock the number pair and confirm it. */
  isHandledByCarrier: boolean
  /** Also an ordinary word of a conversation ("Cancel - Maria"), so it only counts without a name after it. */
  isAmbiguous: boolean
}

const list = (words: string, word: Omit<KeywordWord, 'isAmbiguous'>, isAmbiguous = false) =>
  words.split(' ').map((key) => [key, { ...word, isAmbiguous }] as const)

const STOP = { keyword: 'stop', language: 'en', isHandledByCarrier: false } as const
const HELP = { keyword: 'help', isHandledByCarrier: false } as const

const WORDS = new Map<string, KeywordWord>([
  // Twilio's defaults for long codes. https://help.twilio.com/articles/223134027
  // 47 CFR § 64.1200(a)(10) names most of them as definite: stop, quit, end, revoke, opt out, cancel, unsubscribe.
  ...list('STOP STOPALL UNSUBSCRIBE REVOKE OPTOUT', { ...STOP, isHandledByCarrier: true }),
  ...list('CANCEL END QUIT', { ...STOP, isHandledByCarrier: true }, true),
  // https://docs.aws.amazon.com/sms-voice/latest/userguide/keywords-required.html, and common spellings of UNSUBSCRIBE.
  ...list('REMOVE UNSUB UNSUBCRIBE UNSUSCRIBE UNSUBSCIBE UNSUBSCRIBED', STOP),
  // Spanish. ALTO is required for Spanish programs:
  // https://www.twilio.com/help/faq/short-codes/what-are-the-requirements-for-a-spanish-language-short-code
  ...list('ALTO BAJA DESUSCRIBIR DESUSCRIBIRME DESUSCRIBIRSE', { ...STOP, language: 'es' }),
  ...list('PARAR BASTA CANCELAR DETENER', { ...STOP, language: 'es' }, true),
  // French. ARRET is mandatory in Canada:
  // https://support.infobip.com/docs/essentials/usa-and-canada-compliance/canadian-mandatory-keyword-responses
  ...list('ARRET ARRETER ARRETEZ DESABONNER DESABONNEMENT DESINSCRIRE DESINSCRIPTION', { ...STOP, language: 'fr' }),
  // Twilio's defaults. YES opts in only contacts who are opted out.
  ...list('START UNSTOP YES', { keyword: 'start', language: 'en', isHandledByCarrier: true }),
  // Required by carriers:
  // https://www.ctia.org/the-wireless-industry/industry-commitments/messaging-interoperability-sms-mms
  ...list('HELP INFO', { ...HELP, language: 'en' }),
  ...list('AYUDA', { ...HELP, language: 'es' }),
  ...list('AIDE', { ...HELP, language: 'fr' }),
])
const TWO_WORDS = new Map([
  ['STOP ALL', 'STOPALL'],
  ['OPT OUT', 'OPTOUT'],
])

export interface ParsedKeyword {
  keyword: Keyword
  /** The carrier has sent the reply; a second one would be rejected with error 21610. */
  isAnsweredByCarrier: boolean
  language: KeywordLanguage
}

const NONE: ParsedKeyword = { keyword: null, isAnsweredByCarrier: false, language: 'en' }

/**
 * Parses opt-out, opt-in and help keywords. Only a message that is nothing else counts. `optOutType` is the result of
 * carriers with advanced opt-out. YES opts in only contacts who are opted out; otherwise it answers a question.
 */
export function parseKeyword(body: string, optOutType: string | undefined, isOptedOut: boolean): ParsedKeyword {
  if (optOutType === 'STOP') return { ...NONE, keyword: 'stop', isAnsweredByCarrier: true }
  if (optOutType === 'START') return { ...NONE, keyword: 'start', isAnsweredByCarrier: true }
  if (optOutType === 'HELP') return { ...NONE, keyword: 'help', isAnsweredByCarrier: true }

  const match = matchKeyword(body)
  if (!match || (match.key === 'YES' && !isOptedOut)) return NONE
  const { keyword, language, isHandledByCarrier } = match.word
  return { keyword, isAnsweredByCarrier: isHandledByCarrier && match.isBare, language }
}

/** Cheap check for the hot path, without the contact's consent. */
export const mayBeKeyword = (body: string): boolean => matchKeyword(body) !== null

/**
 * The single word that a text consists of, in the form of opt-in keywords; null for any other text. Quotes, punctuation
 * and signatures around it don't count, as for other keywords.
 */
export function readOptInWord(body: string): string | null {
  if (body.length > MAX_BODY_LENGTH) return null
  const [, word] = /^[^\p{L}\p{N}]*([\p{L}\p{N}]+)[^\p{L}\p{N}]*$/u.exec(stripQuotedText(body)) ?? []
  return word === undefined ? null : normalizeOptInKeyword(word)
}

/** Longest text of a contact that can be a keyword with a signature; quoted messages do not count. */
const SIGNED_MAX_LENGTH = 60
/** Longest text that is examined at all: a keyword with one quoted message of ours. */
const MAX_BODY_LENGTH = 2_000

/** A keyword and a name after it, as in "STOP - Maria" or on the next line. */
const SIGNED =
  /^[^\p{L}\p{N}\n]*(\p{L}+(?:[ -]\p{L}+)?)[^\p{L}\p{N}\n]*(?:\n| - | -- | ~ ?)\W*\p{Lu}[\p{L}.']*(?: \p{Lu}[\p{L}.']*){0,2}\W*$/u
const BARE = /^[^\p{L}\p{N}]*(\p{L}+)(?:[\s-]+(\p{L}+))?[^\p{L}\p{N}]*$/u
const REPEATED = /^[^\p{L}\p{N}]*(\p{L}+)(?:[^\p{L}\p{N}]+\1)+[^\p{L}\p{N}]*$/iu

interface Match {
  key: string
  word: KeywordWord
  /** Written as carriers expect it: nothing but the word and punctuation. */
  isBare: boolean
}

/** Returns the keyword if the text consists of nothing else. */
function matchKeyword(body: string): Match | null {
  if (body.length > MAX_BODY_LENGTH) return null
  const text = stripQuotedText(body)
  if (text === '') return null
  const bare = BARE.exec(text)
  if (bare) {
    const [, first = '', second] = bare
    const match = second === undefined ? findWord(first) : findWord(`${first} ${second}`)
    if (match) return { ...match, isBare: match.isBare && isPlain(body, first) }
  }
  const repeated = REPEATED.exec(text)?.[1]
  const signed = repeated === undefined && text.length <= SIGNED_MAX_LENGTH ? SIGNED.exec(text)?.[1] : undefined
  const match = findWord(repeated ?? signed ?? '')
  return match && !(signed !== undefined && (match.word.isAmbiguous || match.word.keyword !== 'stop'))
    ? { ...match, isBare: false }
    : null
}

/** Whether the body has only the word as written: no signature, quote, or letters of another alphabet. */
const isPlain = (body: string, word: string) =>
  body.toUpperCase().includes(word.toUpperCase()) && body.replace(/[^\p{L}\p{N}]/gu, '').length <= word.length + 3

function findWord(text: string): Match | null {
  const upper = text.toUpperCase()
  const key = TWO_WORDS.get(upper.replace('-', ' ')) ?? upper
  const word = WORDS.get(key)
  if (word) return { key, word, isBare: true }
  // STOPPPP, STOPALLLL, stooop, stopstop
  for (const letters of ['$1', '$1$1']) {
    const short = upper.replace(/(.)\1+$/, letters).replace(/(.)\1{2,}/g, '$1')
    const [, once = ''] = /^(.{4,}?)\1*$/.exec(short) ?? []
    const key = [short, once].find((candidate) => WORDS.get(candidate)?.keyword === 'stop')
    const repeated = key === undefined ? undefined : WORDS.get(key)
    if (key !== undefined && repeated) return { key, word: repeated, isBare: false }
  }
  return null
}
