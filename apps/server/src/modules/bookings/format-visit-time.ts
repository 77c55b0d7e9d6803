interface VisitTime {
  startsAt: string
  timeZone: string
  language: string | null
}

/** The time of a visit by the clocks of its location, in the language of the reader; in English if unknown. */
export const formatVisitTime = ({ startsAt, timeZone, language }: VisitTime): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(startsAt))

/** The clock time alone. */
export const formatVisitClock = ({ startsAt, timeZone, language }: VisitTime): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, hour: 'numeric', minute: '2-digit' }).format(
    new Date(startsAt),
  )

const localeOf = (language: string | null): string => (language === 'es' || language === 'fr' ? language : 'en-US')
