import { localeOf } from '@frontdesk/contract/rules'

/** Formats an instant. In Spanish the day period is "PM": "p.m." would end sentences with two periods. */
export const formatTime = (instant: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), options)
    .formatToParts(new Date(instant))
    .map(({ type, value }) => (type === 'dayPeriod' ? value.replaceAll(/[.\s]/g, '').toUpperCase() : value))
    .join('')
