/** The request of a message that consists of a keyword only. */
export type Keyword = 'stop' | 'start' | 'help' | null

/** Keywords that carriers handle themselves: they block the number pair and confirm it. */
const CARRIER_STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const CARRIER_START = new Set(['START', 'UNSTOP'])
const HELP = new Set(['HELP', 'INFO'])

export interface ParsedKeyword {
  keyword: Keyword
  /** The carrier has sent the reply; a second one would be rejected with error 21610. */
  isAnsweredByCarrier: boolean
}

/**
 * Parses opt-out, opt-in and help keywords. Only a message that is nothing else counts. `optOutType` is the result of
 * carriers with advanced opt-out. YES opts in only contacts who are opted out; otherwise it answers a question.
 */
export function parseKeyword(body: string, optOutType: string | undefined, isOptedOut: boolean): ParsedKeyword {
  if (optOutType === 'STOP') return { keyword: 'stop', isAnsweredByCarrier: true }
  if (optOutType === 'START') return { keyword: 'start', isAnsweredByCarrier: true }
  if (optOutType === 'HELP') return { keyword: 'help', isAnsweredByCarrier: true }

  const word = matchKeyword(body)
  if (word === null) return { keyword: null, isAnsweredByCarrier: false }
  if (CARRIER_STOP.has(word)) return { keyword: 'stop', isAnsweredByCarrier: true }
  // Our own keyword: carriers don't handle it, so the confirmation is ours to send.
  if (word === 'REMOVE') return { keyword: 'stop', isAnsweredByCarrier: false }
  if (CARRIER_START.has(word) || (word === 'YES' && isOptedOut)) return { keyword: 'start', isAnsweredByCarrier: true }
  if (HELP.has(word)) return { keyword: 'help', isAnsweredByCarrier: false }
  return { keyword: null, isAnsweredByCarrier: false }
}

const KEYWORDS = new Set([...CARRIER_STOP, ...CARRIER_START, ...HELP, 'REMOVE', 'YES'])
const TWO_WORD_KEYWORDS = new Set(['STOPALL', 'OPTOUT'])

/** Cheap check for the hot path, without the contact's consent. */
export const mayBeKeyword = (body: string): boolean => matchKeyword(body) !== null

const MAX_LENGTH = 40
/** One word, or two that form one keyword (STOP ALL, opt-out), surrounded by quotes, punctuation, emoji or spaces. */
const KEYWORD_PATTERN = /^[^\p{L}\p{N}]*(\p{L}+)(?:[\s-](\p{L}+))?[^\p{L}\p{N}]*$/u

/** Returns the keyword if the text consists of nothing else. */
function matchKeyword(body: string): string | null {
  const [, first = '', second = ''] = (body.length <= MAX_LENGTH && KEYWORD_PATTERN.exec(body.normalize('NFKC'))) || []
  const word = (first + second).toUpperCase()
  return (second ? TWO_WORD_KEYWORDS : KEYWORDS).has(word) ? word : null
}
