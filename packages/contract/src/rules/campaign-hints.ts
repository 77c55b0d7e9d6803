import { countSegments, isGsmCharacter } from './segments.ts'

/** A reason why the text of a campaign is riskier or more expensive than necessary. */
export type CampaignHint =
  | { kind: 'no-opt-out' }
  | { kind: 'no-business-name' }
  /** Carriers block texts with links from public shorteners, whose pages anyone can change. */
  | { kind: 'public-shortener'; domain: string }
  | { kind: 'shouting' }
  /** Carriers filter texts about this, unless the business is registered for it and asks for the age. */
  | { kind: 'restricted-topic'; word: string }
  | {
      kind: 'expensive-characters'
      characters: string[]
      /** The text with characters of the cheap encoding that read the same, or without the only one that has none. */
      fixed: string
      isRemoved: boolean
      segments: number
      segmentsWithout: number
    }

/** "Reply stop", or a keyword in capitals: "stop by" and "END OF SEASON" are not ways to opt out. */
const OPT_OUT_LINE = [
  /\b(?:STOP|STOPALL|UNSUBSCRIBE|REMOVE|OPTOUT)\b/,
  /\b(?:reply|text|send|respond)\W+(?:with\W+)?(?:stop|stopall|unsubscribe|remove|cancel|end|quit|revoke|optout)\b/i,
]

const SENDER_VARIABLE = /:(?:business_name|business_location):/i

const REPLACEMENTS: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '*',
  '\u00a0': ' ',
  '`': "'",
}

/** Public link shorteners: Twilio error 30963, https://www.twilio.com/docs/messaging/guidelines/us */
const PUBLIC_SHORTENER =
  /\b(?:https?:\/\/)?(?:www\.)?(bit\.ly|tinyurl\.com|t\.co|goo\.gl|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at|rb\.gy|tiny\.cc|t\.ly|bl\.ink|lnkd\.in|s\.id|v\.gd|shorte\.st|adf\.ly|shorturl\.com|bit\.do|tiny\.one|qr\.co|qrco\.de|soo\.gd|clck\.ru|mcaf\.ee|urlz\.fr|short\.gy)\//i

/** Sex, hate, alcohol, firearms, tobacco, cannabis, gambling and loans: the CTIA's messaging principles, 5.3. */
const RESTRICTED_TOPIC =
  /\b(cannabis|marijuana|dispensary|cbd|thc|kratom|vapes?|vaping|e-?cigarettes?|tobacco|nicotine|hookah|cigars?|cigarettes?|alcohol|beers?|wines?|booze|whiske?y|vodka|tequila|liquor|guns?|firearms?|ammo|ammunition|rifles?|pistols?|handguns?|casino|gambling|lottery|betting|sweepstakes|payday loans?|quick loans?|cash advances?|escorts?|sex|sexy|xxx|nudes?|porn\w*|adult toys?|racist|nazi)\b/i

const SHOUTED_WORD = /\p{Lu}{4,}/gu
/** Keywords are written in capitals. */
const IS_KEYWORD = /^(?:STOP|STOPALL|UNSUBSCRIBE|REMOVE|OPTOUT|CANCEL|HELP|INFO|START|REVOKE|QUIT|REPLY)$/
const SHOUTED_WORDS_MIN = 3

/** @param senders Names that say who texts: the business and its location. */
export function findCampaignHints(text: string, senders: readonly string[]): CampaignHint[] {
  if (text.trim() === '') return []
  const hints: CampaignHint[] = []
  if (!OPT_OUT_LINE.some((pattern) => pattern.test(text))) hints.push({ kind: 'no-opt-out' })
  const lowerCase = text.toLowerCase()
  const isNamed = senders.some((name) => name.trim() !== '' && lowerCase.includes(name.trim().toLowerCase()))
  if (!isNamed && !SENDER_VARIABLE.test(text)) hints.push({ kind: 'no-business-name' })
  const domain = PUBLIC_SHORTENER.exec(text)?.[1]
  if (domain !== undefined) hints.push({ kind: 'public-shortener', domain: domain.toLowerCase() })
  const shouted = (text.match(SHOUTED_WORD) ?? []).filter((word) => !IS_KEYWORD.test(word))
  if (shouted.length >= SHOUTED_WORDS_MIN) hints.push({ kind: 'shouting' })
  const word = RESTRICTED_TOPIC.exec(text)?.[1]
  if (word !== undefined) hints.push({ kind: 'restricted-topic', word })
  const characters = [...new Set([...text].filter((each) => !isGsmCharacter(each)))]
  const isReplaceable = characters.every((each) => each in REPLACEMENTS)
  if (isReplaceable || characters.length === 1) {
    const fixed = characters.reduce((next, each) => next.replaceAll(each, REPLACEMENTS[each] ?? ''), text)
    const [{ segments }, { segments: segmentsWithout }] = [countSegments(text), countSegments(fixed)]
    if (segmentsWithout < segments)
      hints.push({
        kind: 'expensive-characters',
        characters,
        fixed,
        isRemoved: !isReplaceable,
        segments,
        segmentsWithout,
      })
  }
  return hints
}
