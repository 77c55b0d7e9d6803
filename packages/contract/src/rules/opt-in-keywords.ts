import type { MarketingSettings } from '../api/marketing-settings.ts'

const OPT_IN_KEYWORD_MIN = 2
export const OPT_IN_KEYWORD_MAX = 20
/** Keywords of a business. */
export const OPT_IN_KEYWORDS_MAX = 100
/** Longest text of an opt-in, so that the ledger of consent keeps it whole. */
export const OPT_IN_TEXT_MAX = 320

/** A keyword in one form: capitals without accents. Null unless it is one word of letters and digits. */
export function normalizeOptInKeyword(typed: string): string | null {
  const word = typed.normalize('NFKD').replace(/\p{M}/gu, '').trim().toUpperCase()
  const isWord = /^[\p{L}\p{N}]+$/u.test(word) && /\p{L}/u.test(word)
  return isWord && word.length >= OPT_IN_KEYWORD_MIN && word.length <= OPT_IN_KEYWORD_MAX ? word : null
}

/** Answers that confirm a subscription, in English, Spanish and French. */
export const OPT_IN_YES_WORDS: readonly string[] = ['YES', 'Y', 'YEP', 'YEAH', 'SI', 'OUI']

/**
 * Opt-in texts. They name the business and both ways out: REMOVE, which we handle, and STOP, which carriers do.
 * https://www.ctia.org/the-wireless-industry/industry-commitments/messaging-interoperability-sms-mms
 */
export const DEFAULT_MARKETING_SETTINGS: Omit<MarketingSettings, 'version'> = {
  questionText:
    ':business_name:: Reply YES to get our offers by text. Msg & data rates may apply. Reply REMOVE to unsubscribe (or STOP).',
  subscribedText:
    ":business_name:: You're subscribed to our offers. Msg & data rates may apply. Reply REMOVE to unsubscribe (or STOP).",
}

/** The link that opens the texting app of a phone with a keyword for our number. `?&body=` works on iOS and Android. */
export const smsLink = (tenantPhone: string, keyword: string): string =>
  `sms:${tenantPhone}?&body=${encodeURIComponent(keyword)}`
