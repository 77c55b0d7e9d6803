import {
  type HolidayRule,
  LEGAL_HOLIDAYS,
  type LegalHoliday,
  STATE_RULES,
  type StateHolidays,
} from '@frontdesk/contract/rules'

const [TUESDAY, SATURDAY, SUNDAY] = [2, 6, 7]

/** Holidays of a year by date, with the days on which they are observed. */
type Calendar = ReadonlyMap<string, LegalHoliday>

const CALENDARS = new Map<string, Calendar>()

const HOLIDAYS_OF = new Map(
  STATE_RULES.flatMap(({ state, holidays }) => (holidays ? [[state, holidays] as const] : [])),
)

/** The legal holiday of a day in a state, if its law allows no solicitation on it. */
export function holidayOn(day: Temporal.PlainDate, state: string): LegalHoliday | null {
  const holidays = HOLIDAYS_OF.get(state)
  if (!holidays) return null
  const key = `${state} ${day.year}`
  const calendar = CALENDARS.get(key) ?? calendarOf(holidays, day.year)
  CALENDARS.set(key, calendar)
  return calendar.get(day.toString()) ?? null
}

/** The legal holiday of a day in any state with such a law. */
export function holidayAnywhere(day: Temporal.PlainDate): LegalHoliday | null {
  for (const state of HOLIDAYS_OF.keys()) {
    const holiday = holidayOn(day, state)
    if (holiday) return holiday
  }
  return null
}

/** Of adjacent years too: New Year’s Day may be observed on December 31. */
function calendarOf({ days, ifSaturday, ifSunday }: StateHolidays, year: number): Calendar {
  const dates = new Map<string, LegalHoliday>()
  for (const holiday of LEGAL_HOLIDAYS) {
    const rule = days[holiday]
    if (!rule) continue
    for (const near of [year - 1, year, year + 1])
      for (const date of observed(dateOf(rule, near), rule, { ifSaturday, ifSunday }))
        dates.set(date.toString(), holiday)
  }
  return dates
}

/** A holiday with a fixed date, and the weekday on which it is observed if it falls on a weekend. */
function observed(
  date: Temporal.PlainDate | null,
  rule: HolidayRule,
  { ifSaturday, ifSunday }: Pick<StateHolidays, 'ifSaturday' | 'ifSunday'>,
): Temporal.PlainDate[] {
  if (date === null) return []
  if (!('day' in rule)) return [date]
  if (date.dayOfWeek === SUNDAY && ifSunday) return [date, date.add({ days: 1 })]
  if (date.dayOfWeek === SATURDAY && ifSaturday)
    return [date, ifSaturday === 'friday' ? date.subtract({ days: 1 }) : date.add({ days: 2 })]
  return [date]
}

/** Null in a year without the holiday. */
function dateOf(rule: HolidayRule, year: number): Temporal.PlainDate | null {
  if ('daysFromEaster' in rule) return easterOf(year).add({ days: rule.daysFromEaster })
  if ('week' in rule) return weekdayOf(year, rule).add({ days: rule.daysAfter ?? 0 })
  if ('election' in rule) {
    if (rule.election === 'even-years' && year % 2 !== 0) return null
    const firstMonday = weekdayOf(year, { month: 11, week: 1, weekday: TUESDAY - 1 })
    return firstMonday.add({ days: 1 })
  }
  if ('mondayOf' in rule) {
    const date = Temporal.PlainDate.from({ year, ...rule.mondayOf })
    const { dayOfWeek } = date
    return dayOfWeek >= SATURDAY ? date.add({ days: 8 - dayOfWeek }) : date.subtract({ days: dayOfWeek - 1 })
  }
  return Temporal.PlainDate.from({ year, month: rule.month, day: rule.day })
}

function weekdayOf(
  year: number,
  { month, week, weekday }: { month: number; week: number; weekday: number },
): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  if (week < 0) {
    const last = first.with({ day: first.daysInMonth })
    return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 })
  }
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (week - 1) })
}

/** Easter Sunday of the Gregorian calendar: https://en.wikipedia.org/wiki/Date_of_Easter, the anonymous algorithm. */
function easterOf(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const correction = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 })
}
