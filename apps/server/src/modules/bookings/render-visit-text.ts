import {
  DEFAULT_BOOKING_CONFIGS,
  type PageLanguage,
  pageLanguageOf,
  renderBookingVariables,
} from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import type { VisitForContact } from './find-thread.ts'
import { formatVisitTime } from './format-visit-time.ts'

/** A text about a booking in this language, in which variables are replaced. */
const render = (visit: VisitForContact, text: string, language: string): string =>
  renderBookingVariables(text, { ...visit.variables, booking_time: formatVisitTime({ ...visit, language }) })

/** One of our own texts, which exist in several languages: in that of the contact. */
export function renderOurText(visit: VisitForContact, write: (language: PageLanguage) => string): string {
  const language = pageLanguageOf(visit.language)
  return render(visit, write(language), language)
}

/** A text of the booking settings. The time in it is in the language that the business writes, not the contact’s. */
export const renderBusinessText = async (tx: TenantTx, visit: VisitForContact, text: string): Promise<string> =>
  render(visit, text, await languageOfSetting(tx, text))

const { reminders, ...DEFAULTS } = DEFAULT_BOOKING_CONFIGS
/** The words of a text without its variables. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replace(/:\w+:/g, ' ')
      .toLowerCase()
      .match(/\p{L}+/gu),
  )
const DEFAULT_WORDS = [...reminders.map(({ text }) => text), ...Object.values(DEFAULTS)].flatMap((value) =>
  typeof value === 'string' ? [wordsOf(value)] : [],
)
/** The share of the words of a default text that an edited one keeps. */
const KEPT_SHARE = 0.5

/** Whether a text is one of ours, as it was or edited: then it is still in English. */
function isDefaultText(text: string): boolean {
  const words = wordsOf(text)
  return DEFAULT_WORDS.some((of) => [...of].filter((word) => words.has(word)).length >= of.size * KEPT_SHARE)
}

/**
 * The language that a text of the settings is written in: English for those that come with the product, otherwise the
 * language of the team if messages are translated into one, or the first one of the booking page.
 */
async function languageOfSetting(tx: TenantTx, text: string): Promise<string> {
  if (isDefaultText(text)) return 'en'
  const { translateTo } = await readConversationConfigs(tx)
  return translateTo ?? (await readBookingConfigs(tx)).page.languages[0] ?? 'en'
}
