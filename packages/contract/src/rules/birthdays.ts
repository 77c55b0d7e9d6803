import { startOfWeek } from './weeks.ts'

/** Birthday ranges of contact filters. */
export const BIRTHDAY_KEYS = [
  'yesterday',
  'today',
  'tomorrow',
  'this_week',
  'next_week',
  'this_month',
  'next_month',
] as const
export type BirthdayKey = (typeof BIRTHDAY_KEYS)[number]

/** Year of a birth date whose year is unknown, as in phone address books. */
export const UNKNOWN_BIRTH_YEAR = 1604

const LEAP_DAY = 229

/**
 * Returns the days of a range as month × 100 + day. Weeks begin on Sunday. In a year without 29 February, people born
 * on that day have their birthday on the 28th.
 */
export function birthdaysIn(key: BirthdayKey, today: Temporal.PlainDate): number[] {
  const [first, last] = rangeOf(key, today)
  const days: number[] = []
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    days.push(day.month * 100 + day.day)
    if (day.month === 2 && day.day === 28 && !day.inLeapYear) days.push(LEAP_DAY)
  }
  return days
}

function rangeOf(key: BirthdayKey, today: Temporal.PlainDate): [Temporal.PlainDate, Temporal.PlainDate] {
  const week = startOfWeek(today)
  const month = today.with({ day: 1 })
  const daysFrom = (first: Temporal.PlainDate, length: { days?: number; months?: number }) =>
    [first, first.add(length).subtract({ days: 1 })] satisfies [unknown, unknown]
  switch (key) {
    case 'yesterday':
      return daysFrom(today.subtract({ days: 1 }), { days: 1 })
    case 'today':
      return daysFrom(today, { days: 1 })
    case 'tomorrow':
      return daysFrom(today.add({ days: 1 }), { days: 1 })
    case 'this_week':
      return daysFrom(week, { days: 7 })
    case 'next_week':
      return daysFrom(week.add({ days: 7 }), { days: 7 })
    case 'this_month':
      return daysFrom(month, { months: 1 })
    case 'next_month':
      return daysFrom(month.add({ months: 1 }), { months: 1 })
  }
}

/** A birth date as it is entered: each part may be missing. */
export interface BirthDateParts {
  /** 1 to 12. */
  month: string
  day: string
  /** Optional. */
  year: string
}

export function birthDateParts(date: string | null): BirthDateParts {
  if (date === null) return { month: '', day: '', year: '' }
  const { month, day, year } = Temporal.PlainDate.from(date)
  return { month: String(month), day: String(day), year: year === UNKNOWN_BIRTH_YEAR ? '' : String(year) }
}

/** The date, null for none, or what is wrong with the parts. */
export function readBirthDate(
  { month, day, year }: BirthDateParts,
  today: Temporal.PlainDate,
): { date: string | null } | { problem: 'incomplete' | 'invalid' } {
  if (!month && !day && !year.trim()) return { date: null }
  if (!month || !day) return { problem: 'incomplete' }
  if (year.trim() && !/^(19|20)\d\d$/.test(year.trim())) return { problem: 'invalid' }
  try {
    const parts = { month: Number(month), day: Number(day), year: Number(year.trim() || UNKNOWN_BIRTH_YEAR) }
    const date = Temporal.PlainDate.from(parts, { overflow: 'reject' })
    return Temporal.PlainDate.compare(date, today) > 0 ? { problem: 'invalid' } : { date: date.toString() }
  } catch {
    return { problem: 'invalid' }
  }
}
