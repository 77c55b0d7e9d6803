import { formatTime } from '../../platform/format-time.ts'

interface VisitTime {
  startsAt: string
  timeZone: string
  /** Of the words around the time, not of the reader: a text is in one language. */
  language: string
}

/** The time of a visit by the clocks of its location. */
export const formatVisitTime = ({ startsAt, timeZone, language }: VisitTime): string =>
  formatTime(startsAt, language, {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

/** The clock time alone. */
export const formatVisitClock = ({ startsAt, timeZone, language }: VisitTime): string =>
  formatTime(startsAt, language, { timeZone, hour: 'numeric', minute: '2-digit' })
