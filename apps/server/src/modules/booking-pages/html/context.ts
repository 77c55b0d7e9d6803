import { PAGE_LANGUAGES, type PageLanguage } from '@frontdesk/contract/rules'
import { PAGE_TEXTS, type PageTexts } from './texts.ts'

/** How one visitor reads a page: its language, and the links that keep it. */
export interface PageContext {
  language: PageLanguage
  languages: readonly PageLanguage[]
  texts: PageTexts
  /** The address of the page itself, to switch its language. */
  path: string
  /** A link with parameters, in the language that was chosen. */
  link: (path: string, params?: Record<string, string | undefined>) => string
}

interface Asked {
  path: string
  /** From the address. */
  chosen: unknown
  acceptLanguage: string | undefined
}

/** Chooses the language: the one of the link, else the first that the browser prefers, of those the business offers. */
export function createContext(
  languages: readonly PageLanguage[],
  { path, chosen, acceptLanguage }: Asked,
): PageContext {
  const offered = languages.length > 0 ? languages : PAGE_LANGUAGES
  const ofLink = offered.find((language) => language === chosen)
  const preferred = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  const ofBrowser = preferred.flatMap((code) => offered.find((language) => language === code) ?? [])[0]
  const language = ofLink ?? ofBrowser ?? offered[0] ?? 'en'
  return {
    language,
    languages: offered,
    texts: PAGE_TEXTS[language],
    path,
    link: (to, params = {}) => {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries({ ...params, lang: params.lang ?? ofLink }))
        if (value !== undefined && value !== '') query.set(name, value)
      return query.size > 0 ? `${to}?${query}` : to
    },
  }
}

const localeOf = (language: PageLanguage): string => (language === 'en' ? 'en-US' : language)

/** Formats an instant by the clocks of a zone. */
export const formatIn = (
  { language }: PageContext,
  instant: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): string => new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options }).format(new Date(instant))

export const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', month: 'long', day: 'numeric' }
export const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }

/** The name of a zone, such as Pacific Standard Time. */
export const zoneName = ({ language }: PageContext, timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'long' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

export const formatPrice = ({ language }: PageContext, amount: number, currency: string): string => {
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const countryName = ({ language }: PageContext, code: string): string =>
  new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(code) ?? code
