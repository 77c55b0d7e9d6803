import { PAGE_LANGUAGES, type PageLanguage } from '@frontdesk/contract/rules'
import { combine } from './combine.ts'
import type { RequestedTimeReading } from './requested-time.ts'
import { scan } from './scan.ts'
import type { Token } from './tokens.ts'

const MOVE: Token = { kind: 'change' }

/** Longer texts are about more than a time. */
const MAX_LENGTH = 500

/**
 * When the writer of a text wants to come. Unsure if more than one day or time can be meant, or if something in the
 * text that looks like a time was not understood; null if the text names no time. The language decides only about texts
 * that could be of several. To someone who asks to move a visit, "from 2 to 4" may be the old time and the new one.
 */
export function readRequestedTime(
  text: string,
  { today, language, isMove = false }: { today: Temporal.PlainDate; language: PageLanguage; isMove?: boolean },
): RequestedTimeReading | null {
  if (text.length > MAX_LENGTH) return null
  const scans = [language, ...PAGE_LANGUAGES.filter((other) => other !== language)].map((each) =>
    scan(text, today, each),
  )
  const [best] = scans.toSorted((a, b) => understood(b) - understood(a))
  return combine([...(isMove ? [MOVE] : []), ...(best ?? [])], today)
}

/** How many days and times were found: "el martes a las 3 pm" has two in Spanish, but one in English. */
const understood = (tokens: readonly Token[]) =>
  tokens.filter(({ kind }) => kind === 'day' || kind === 'clock' || kind === 'part' || kind === 'vague').length
