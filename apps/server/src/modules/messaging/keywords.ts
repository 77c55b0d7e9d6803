/** What a whole message of one word asks for. */
export type Keyword = 'stop' | 'start' | 'help' | null

/** Carriers act on these themselves: they block the pair of numbers and confirm it (market.md section 3, T-OPT). */
const CARRIER_STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const CARRIER_START = new Set(['START', 'UNSTOP'])
const HELP = new Set(['HELP', 'INFO'])

export interface ReadKeyword {
  keyword: Keyword
  /** The carrier has answered by itself; a second confirmation would be refused with 21610. */
  isAnsweredByCarrier: boolean
}

/**
 * Reads opt-out, opt-in and help words. Only a whole message counts; `optOutType` is what a carrier with
 * advanced opt-out has already read. YES opts in only somebody who is opted out: otherwise it is an answer to a question.
 */
export function readKeyword(body: string, optOutType: string | undefined, isOptedOut: boolean): ReadKeyword {
  if (optOutType === 'STOP') return { keyword: 'stop', isAnsweredByCarrier: true }
  if (optOutType === 'START') return { keyword: 'start', isAnsweredByCarrier: true }
  if (optOutType === 'HELP') return { keyword: 'help', isAnsweredByCarrier: true }

  const word = wholeWord(body)
  if (word === null) return { keyword: null, isAnsweredByCarrier: false }
  if (CARRIER_STOP.has(word)) return { keyword: 'stop', isAnsweredByCarrier: true }
  // The spec's own word, which no carrier knows.
  if (word === 'REMOVE') return { keyword: 'stop', isAnsweredByCarrier: false }
  if (CARRIER_START.has(word) || (word === 'YES' && isOptedOut)) return { keyword: 'start', isAnsweredByCarrier: true }
  if (HELP.has(word)) return { keyword: 'help', isAnsweredByCarrier: false }
  return { keyword: null, isAnsweredByCarrier: false }
}

const WORDS = new Set([...CARRIER_STOP, ...CARRIER_START, ...HELP, 'REMOVE', 'YES'])
const IN_TWO = new Set(['STOPALL', 'OPTOUT'])

/** For the hot path: could this text be a keyword? */
export const mayBeKeyword = (body: string): boolean => wholeWord(body) !== null

const LONGEST = 40
/** One word, or two that stand for one (STOP ALL, opt-out), with whatever people put around it: quotes, dots, emoji, spaces. */
const FORM = /^[^\p{L}\p{N}]*(\p{L}+)(?:[\s-](\p{L}+))?[^\p{L}\p{N}]*$/u

/** The keyword that a text consists of. */
function wholeWord(body: string): string | null {
  const [, first = '', second = ''] = (body.length <= LONGEST && FORM.exec(body.normalize('NFKC'))) || []
  const word = (first + second).toUpperCase()
  return (second ? IN_TWO : WORDS).has(word) ? word : null
}
