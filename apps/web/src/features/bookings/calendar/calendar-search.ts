import { startOfWeek } from '@frontdesk/contract/rules'

/** Search params of the calendar. */
export interface CalendarSearch {
  view?: 'week' | 'month' | undefined
  /** A day in view; default: today. */
  date?: string | undefined
  by?: 'rooms' | undefined
  location?: string | undefined
  /** The resource whose week or month is shown; default: all. */
  with?: string | undefined
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^[12]\d{3}-\d{2}-\d{2}$/.test(value)) return false
  return !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)
}

export const readCalendarSearch = (search: Record<string, unknown>): CalendarSearch => ({
  view: search.view === 'week' || search.view === 'month' ? search.view : undefined,
  date: isDay(search.date) ? search.date : undefined,
  by: search.by === 'rooms' ? 'rooms' : undefined,
  location: typeof search.location === 'string' ? search.location : undefined,
  with: typeof search.with === 'string' && ID.test(search.with) ? search.with : undefined,
})

/** The days of the view around a day: the day itself, its week, or the weeks of its month. */
export function shownDates(date: string, view: CalendarSearch['view']): string[] {
  const day = Temporal.PlainDate.from(date)
  if (view === undefined) return [date]
  const first = startOfWeek(view === 'month' ? day.with({ day: 1 }) : day)
  const last = startOfWeek(view === 'month' ? day.with({ day: day.daysInMonth }) : day).add({ days: 6 })
  return Array.from({ length: first.until(last).days + 1 }, (_, index) => first.add({ days: index }).toString())
}

/** The day in view after a step back or ahead. */
export const stepDate = (date: string, view: CalendarSearch['view'], direction: number): string =>
  Temporal.PlainDate.from(date)
    .add(view === 'month' ? { months: direction } : { days: direction * (view === 'week' ? 7 : 1) })
    .toString()

/** The first day to offer from a view of these days: today if it is shown or the day is past, else the day in view. */
export const dayToBook = (dates: readonly string[], { date, today }: { date: string; today: string }): string =>
  dates.includes(today) || date < today ? today : date
