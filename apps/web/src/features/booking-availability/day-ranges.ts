import type { HoursException } from '@frontdesk/contract/api'
import { t } from '@lingui/core/macro'
import { fullDate } from '../../lib/time.ts'

/** Days in a row with the same name. */
export interface DayRange {
  from: string
  until: string
  name: string
}

const nextDay = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString()

/** Joins days in a row that have the same name. */
export function dayRanges(days: readonly Pick<HoursException, 'date' | 'name'>[]): DayRange[] {
  const ranges: DayRange[] = []
  for (const { date, name } of days.filter((day) => day.date !== '').toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const last = ranges.at(-1)
    if (last && last.name === name && nextDay(last.until) === date) last.until = date
    else ranges.push({ from: date, until: date, name })
  }
  return ranges
}

/** All days of a period, both ends included. */
export function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let date = from; date <= until; date = nextDay(date)) days.push(date)
  return days
}

/** Dates are the same in every zone. */
const dateText = (date: string) => fullDate(`${date}T12:00:00Z`, 'UTC')

export function rangeText({ from, until }: Pick<DayRange, 'from' | 'until'>): string {
  const [first, last] = [dateText(from), dateText(until)]
  return from === until ? first : t`${first} to ${last}`
}
