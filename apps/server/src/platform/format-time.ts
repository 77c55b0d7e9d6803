import { localeOf } from '@frontdesk/contract/rules'

/** French writes the first of a month as an ordinal; Intl does not. */
const FRENCH_FIRST = /\b1(?= (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre))/

/** Formats an instant. In Spanish the day period is "PM": "p.m." would end sentences with two periods. */
export const formatTime = (instant: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), options)
    .formatToParts(new Date(instant))
    .map(({ type, value }) => (type === 'dayPeriod' ? value.replaceAll(/[.\s]/g, '').toUpperCase() : value))
    .join('')
    .replace(FRENCH_FIRST, '1er')

/** Formats a date without a time, such as “2026-12-01”. */
export const formatDate = (date: string, language: string): string =>
  formatTime(`${date}T00:00:00Z`, language, { dateStyle: 'long', timeZone: 'UTC' })
