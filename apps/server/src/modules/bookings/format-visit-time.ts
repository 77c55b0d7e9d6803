interface VisitTime {
  startsAt: string
  timeZone: string
  /** Of the words around the time, not of the reader: a text is in one language. */
  language: string
}

/** The time of a visit by the clocks of its location. */
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

const localeOf = (language: string): string => (language === 'en' ? 'en-US' : language)
