import { localeOf, PAGE_LANGUAGES, type PageLanguage } from '@frontdesk/contract/rules'
import { formatTime } from '../format-time.ts'

/** How one visitor reads a page: its language, and the links that keep it. */
export interface PageContext<Texts> {
  language: PageLanguage
  languages: readonly PageLanguage[]
  texts: Texts
  /** The address of the page itself, to switch its language. */
  path: string
  /** The parameters of that address, such as the chosen location. */
  query: Record<string, string>
  /** A link with parameters, in the language that was chosen. */
  link: (path: string, params?: Record<string, string | undefined>) => string
}

interface Asked<Texts> {
  textsOf: Record<PageLanguage, Texts>
  path: string
  query: Record<string, string>
  acceptLanguage: string | undefined
}

/**
 * Chooses the language: the one of the link, else that of the contact, else the first that the browser prefers, of
 * those the business offers.
 */
export function createContext<Texts>(
  languages: readonly PageLanguage[],
  { textsOf, path, query, acceptLanguage }: Asked<Texts>,
  ofContact?: string | null,
): PageContext<Texts> {
  const offered = languages.length > 0 ? languages : PAGE_LANGUAGES
  const ofLink = offered.find((language) => language === query.lang)
  const preferred = [ofContact ?? '', ...(acceptLanguage ?? '').split(',')].map((part) =>
    part.trim().slice(0, 2).toLowerCase(),
  )
  const ofVisitor = preferred.flatMap((code) => offered.find((language) => language === code) ?? [])[0]
  const language = ofLink ?? ofVisitor ?? offered[0] ?? 'en'
  return {
    language,
    languages: offered,
    texts: textsOf[language],
    path,
    query,
    link: (to, params = {}) => {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries({ ...params, lang: params.lang ?? ofLink }))
        if (value !== undefined && value !== '') search.set(name, value)
      return search.size > 0 ? `${to}?${search}` : to
    },
  }
}

/** Keeps the French "10 h 00" on one line. Only on pages: this character would make a text message cost more. */
const keepTogether = (text: string): string => text.replaceAll(/(?<=\d) h (?=\d)/g, '\u00a0h\u00a0')

/** Formats an instant by the clocks of a zone. */
export const formatIn = (
  { language }: Pick<PageContext<unknown>, 'language'>,
  instant: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): string => keepTogether(formatTime(instant, language, { timeZone, ...options }))

export const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', month: 'long', day: 'numeric' }
export const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }

/** The name of a zone, such as Pacific Standard Time. */
export const zoneName = (
  { language }: Pick<PageContext<unknown>, 'language'>,
  timeZone: string,
  instant: string,
): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'long' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
