import type { PageLanguage } from '@frontdesk/contract/rules'
import { Chrono } from 'chrono-node'
import * as english from 'chrono-node/en'
import * as spanish from 'chrono-node/es'
import * as french from 'chrono-node/fr'
import type { DayRange } from './requested-time.ts'

/** Nobody books further ahead in a text; a date that has just passed would be read as one of next year. */
const AHEAD_DAYS = 200

// Only its parsers: its refiners merge days with times, and guess the half of the day.
const READERS: Record<PageLanguage, Chrono> = {
  en: new Chrono({ parsers: english.strict.parsers, refiners: [] }),
  es: new Chrono({ parsers: spanish.strict.parsers, refiners: [] }),
  fr: new Chrono({ parsers: french.strict.parsers, refiners: [] }),
}

export interface CalendarDate {
  start: number
  end: number
  /** Null if the date has to be asked. */
  days: DayRange | null
}

/** Finds dates with a day and a month, such as "March 5th" and "5 de marzo"; of those that overlap the longest. */
export function findCalendarDates(text: string, today: Temporal.PlainDate, language: PageLanguage): CalendarDate[] {
  const reference = { instant: new Date(`${today}T12:00:00Z`), timezone: 0 }
  const dates: CalendarDate[] = []
  const results = READERS[language].parse(text, reference, { forwardDate: true })
  for (const result of results.toSorted((a, b) => b.text.length - a.text.length)) {
    const { text: match, index, start, end } = result
    const stop = index + match.length
    if (result.tags().has('result/relativeDate')) continue
    if (!start.isCertain('day') || !start.isCertain('month') || start.isCertain('hour')) continue
    if (dates.some((date) => index < date.end && date.start < stop)) continue
    const from = plainDateOf(start)
    const to = end ? plainDateOf(end) : from
    const isAsked =
      isOddYear(match) ||
      (language !== 'en' && isAmbiguousNumeric(match)) ||
      !isAhead(from, today) ||
      Temporal.PlainDate.compare(to, from) < 0
    dates.push({ start: index, end: stop, days: isAsked ? null : { from, to } })
  }
  return dates
}

const plainDateOf = (components: { get(name: 'year' | 'month' | 'day'): number | null }) =>
  Temporal.PlainDate.from({
    year: components.get('year') ?? 0,
    month: components.get('month') ?? 0,
    day: components.get('day') ?? 0,
  })

const isAhead = (date: Temporal.PlainDate, today: Temporal.PlainDate) => {
  const { days } = date.since(today, { largestUnit: 'days' })
  return days >= 0 && days <= AHEAD_DAYS
}

/** "March 1 11" is the 1st at 11, not a day of 2011. */
const isOddYear = (match: string) =>
  /[a-z]\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{1,2}$|\d\s+(?:de\s+)?[a-z]+\.?\s+\d{1,2}$/i.test(match)

/** 5/3 is in March for some and in May for others; in English texts the month goes first. */
const isAmbiguousNumeric = (match: string) => {
  const [first, second] = (/^(\d{1,2})[/.-](\d{1,2})/.exec(match) ?? []).slice(1).map(Number)
  return first !== undefined && second !== undefined && first <= 12 && second <= 12 && first !== second
}
