/** What the URL says about the calendar. */
export interface CalendarSearch {
  view?: 'week' | undefined
  /** A day that is shown; without it today. */
  date?: string | undefined
  by?: 'rooms' | undefined
  location?: string | undefined
}

const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^[12]\d{3}-\d{2}-\d{2}$/.test(value)) return false
  return !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)
}

export const readCalendarSearch = (search: Record<string, unknown>): CalendarSearch => ({
  view: search.view === 'week' ? 'week' : undefined,
  date: isDay(search.date) ? search.date : undefined,
  by: search.by === 'rooms' ? 'rooms' : undefined,
  location: typeof search.location === 'string' ? search.location : undefined,
})

/** The days of the view around a day: the day itself, or its week from Monday on. */
export function shownDates(date: string, view: CalendarSearch['view']): string[] {
  const day = Temporal.PlainDate.from(date)
  if (view !== 'week') return [date]
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  return Array.from({ length: 7 }, (_, index) => monday.add({ days: index }).toString())
}
