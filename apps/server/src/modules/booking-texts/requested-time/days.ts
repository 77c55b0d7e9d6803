import type { DayRange } from './requested-time.ts'

type PlainDate = Temporal.PlainDate

export const dayAt = (date: PlainDate): DayRange => ({ from: date, to: date })

export const inDays = (today: PlainDate, days: number): DayRange => dayAt(today.add({ days }))

/** How a weekday is named. */
export type WeekdayForm = 'plain' | 'next' | 'this-week' | 'next-week' | 'in-a-week'

/** The day that a weekday means; null when people disagree about it, or when today is that weekday. */
export function readWeekday(today: PlainDate, weekday: number, form: WeekdayForm): DayRange | null {
  const ahead = (weekday - today.dayOfWeek + 7) % 7
  const coming = today.add({ days: ahead === 0 ? 7 : ahead })
  const [mondayFirst, sundayFirst] = [startOfWeek(today), startOfSundayWeek(today)]
  switch (form) {
    case 'plain':
      return ahead === 0 ? null : dayAt(coming)
    case 'in-a-week':
      return ahead === 0 ? null : dayAt(coming.add({ days: 7 }))
    case 'this-week': {
      const days = [mondayFirst, sundayFirst].map((start) => dayOfWeekFrom(start, weekday))
      return sameDay(days.filter((date) => Temporal.PlainDate.compare(date, today) >= 0))
    }
    case 'next-week':
      return sameDay([mondayFirst, sundayFirst].map((start) => dayOfWeekFrom(start.add({ days: 7 }), weekday)))
    case 'next': {
      // "Next Friday" is the coming one to some and that of next week to others; they agree once the coming one is in
      // next week.
      const weeks = [mondayFirst, sundayFirst].map((start) => dayOfWeekFrom(start.add({ days: 7 }), weekday))
      return sameDay([coming, ...weeks])
    }
  }
}

/** Monday to Saturday of the week some weeks ahead, from today on; null on Sundays, which end or begin a week. */
export function readWeek(today: PlainDate, weeksAhead: 0 | 1): DayRange | null {
  if (today.dayOfWeek === 7) return null
  const monday = startOfWeek(today).add({ days: 7 * weeksAhead })
  return { from: weeksAhead === 0 ? today : monday, to: monday.add({ days: 5 }) }
}

/** The coming Saturday and Sunday; null on these days. */
export function readWeekend(today: PlainDate): DayRange | null {
  if (today.dayOfWeek >= 6) return null
  const saturday = startOfWeek(today).add({ days: 5 })
  return { from: saturday, to: saturday.add({ days: 1 }) }
}

/** A day of this month or of the next one, as in "the 5th"; null if it has passed or does not exist. */
export function readDayOfMonth(today: PlainDate, day: number, month: 'any' | 'this' | 'next'): DayRange | null {
  for (const months of month === 'any' ? [0, 1] : month === 'this' ? [0] : [1]) {
    const first = today.with({ day: 1 }).add({ months })
    if (day < 1 || day > first.daysInMonth) continue
    const date = first.with({ day })
    if (Temporal.PlainDate.compare(date, today) >= 0) return dayAt(date)
  }
  return null
}

const startOfWeek = (day: PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })
const startOfSundayWeek = (day: PlainDate) => day.subtract({ days: day.dayOfWeek % 7 })

const dayOfWeekFrom = (start: PlainDate, weekday: number) => start.add({ days: (weekday - start.dayOfWeek + 7) % 7 })

function sameDay(days: readonly PlainDate[]): DayRange | null {
  const [first] = days
  return first && days.every((day) => day.equals(first)) ? dayAt(first) : null
}
