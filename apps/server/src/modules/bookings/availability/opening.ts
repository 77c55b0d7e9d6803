import type { Week } from '@frontdesk/contract/api'
import { WEEKDAYS } from '@frontdesk/contract/rules'
import type { z } from 'zod'
import { type Interval, union } from './intervals.ts'
import { intervalsOf, type LocalDate, type LocalTime } from './local-time.ts'

export type WeekHours = z.output<typeof Week>

/** Times of day without business hours, for resources that follow them. */
const NINE_TO_FIVE = [{ opens: '09:00', closes: '17:00' }]

const spansOn = (week: WeekHours | null, { weekday: index }: LocalDate) => {
  const weekday = WEEKDAYS[index] ?? 'monday'
  if (week === null) return weekday === 'saturday' || weekday === 'sunday' ? [] : NINE_TO_FIVE
  return week[weekday]
}

/** When weekly hours and their exceptions are open in a window. */
export function openIntervals(
  local: LocalTime,
  week: WeekHours | null,
  exceptions: readonly { date: string; spans: WeekHours['monday'] }[],
): Interval[] {
  const byDate = new Map(exceptions.map(({ date, spans }) => [date, spans]))
  return union(local.dates.flatMap((date) => intervalsOf(local, date, byDate.get(date.date) ?? spansOn(week, date))))
}
