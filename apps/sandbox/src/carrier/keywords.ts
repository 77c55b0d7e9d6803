/**
 * Keywords match the whole message, case-insensitive; REMOVE is not a keyword.
 * https://support.twilio.com/hc/en-us/articles/223134027
 */
const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const START_WORDS = new Set(['START', 'YES', 'UNSTOP'])
const HELP_WORDS = new Set(['HELP', 'INFO'])

export const KEYWORD_REPLIES = {
  stop: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  start:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  help: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
} as const
export type Keyword = keyof typeof KEYWORD_REPLIES

export function readKeyword(body: string): Keyword | null {
  const word = body.trim().toUpperCase()
  if (STOP_WORDS.has(word)) return 'stop'
  if (START_WORDS.has(word)) return 'start'
  return HELP_WORDS.has(word) ? 'help' : null
}
