import { startOfWeek } from './weeks.ts'

/** Date ranges of list filters. */
export const DATE_RANGES = [
  'all_time',
  'today',
  'yesterday',
  'week_to_date',
  'last_week',
  'month_to_date',
  'last_month',
  'year_to_date',
  'last_year',
  'custom',
  'last_7_days',
  'last_4_weeks',
  'this_month',
  'last_3_months',
  'last_12_months',
  'this_year',
] as const
export type DateRange = (typeof DATE_RANGES)[number]

interface DateFilter {
  range: DateRange
  /** For `custom`: first and last date, both included; either may be absent. */
  from?: string | undefined
  until?: string | undefined
}

/** Half-open interval; a side is absent if the range is unbounded there. */
export interface Bounds {
  startDateTimeUTC?: string
  endDateTimeUTC?: string
}

type Day = Temporal.PlainDate

/**
 * Computes the instants of a range in the zone. With clock changes a day need not begin at midnight or last 24 hours.
 * "To date" and "last N days" include today.
 */
export function boundsOf({ range, from, until }: DateFilter, { zone, now }: { zone: string; now: string }): Bounds {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate()
  const [first, last] = daysOf(range, today, { from, until })
  const startOf = (day: Day) => day.toZonedDateTime(zone).toInstant().toString()
  return {
    ...(first && { startDateTimeUTC: startOf(first) }),
    ...(last && { endDateTimeUTC: startOf(last.add({ days: 1 })) }),
  }
}

function daysOf(range: DateRange, today: Day, { from, until }: Omit<DateFilter, 'range'>): [Day | null, Day | null] {
  const week = startOfWeek(today)
  const month = today.with({ day: 1 })
  const year = month.with({ month: 1 })
  const lastOf = (start: Day, unit: { days?: number; months?: number; years?: number }): [Day, Day] => [
    start.subtract(unit),
    start.subtract({ days: 1 }),
  ]
  switch (range) {
    case 'all_time':
      return [null, null]
    case 'today':
      return [today, today]
    case 'yesterday':
      return lastOf(today, { days: 1 })
    case 'week_to_date':
      return [week, today]
    case 'last_week':
      return lastOf(week, { days: 7 })
    case 'month_to_date':
      return [month, today]
    case 'last_month':
      return lastOf(month, { months: 1 })
    case 'year_to_date':
      return [year, today]
    case 'last_year':
      return lastOf(year, { years: 1 })
    case 'custom':
      return [from ? Temporal.PlainDate.from(from) : null, until ? Temporal.PlainDate.from(until) : null]
    case 'last_7_days':
      return [today.subtract({ days: 6 }), today]
    case 'last_4_weeks':
      return [today.subtract({ days: 27 }), today]
    case 'this_month':
      return [month, month.add({ months: 1 }).subtract({ days: 1 })]
    case 'last_3_months':
      return [today.subtract({ months: 3 }), today]
    case 'last_12_months':
      return [today.subtract({ months: 12 }), today]
    case 'this_year':
      return [year, year.add({ years: 1 }).subtract({ days: 1 })]
  }
}
