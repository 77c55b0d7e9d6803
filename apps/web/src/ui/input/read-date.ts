const YEAR_FIRST = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/
const MONTH_FIRST = /^(\d{1,2})[-./ ](\d{1,2})(?:[-./ ](\d{2}|\d{4}))?$/
const MONTH_NAME_FIRST = /^([a-z]{3,})\.? (\d{1,2})(?:,? (\d{2}|\d{4}))?$/
const DAY_FIRST = /^(\d{1,2}) ([a-z]{3,})\.?(?:,? (\d{2}|\d{4}))?$/

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const YEARS_AHEAD = 20

/**
 * A typed date as YYYY-MM-DD: 11/23/2026, 11/23, Nov 23, 23 November 26, 2026-11-23. Null if it is not a date.
 * A year of two digits is at most `latestYear`, or else one of the century before: 40 is 1940 for a birth date.
 */
export function readDate(
  text: string,
  today: Temporal.PlainDate,
  latestYear = today.year + YEARS_AHEAD,
): string | null {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const [year, month, day] = partsOf(typed) ?? []
  if (month === undefined || day === undefined) return null
  try {
    return Temporal.PlainDate.from(
      { year: yearOf(year, today, latestYear), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    ).toString()
  } catch {
    return null
  }
}

type Parts = [year: string | undefined, month: string | number, day: string | undefined]

function partsOf(typed: string): Parts | null {
  let match = YEAR_FIRST.exec(typed)
  if (match) return [match[1], match[2] ?? '', match[3]]
  match = MONTH_FIRST.exec(typed)
  if (match) return [match[3], match[1] ?? '', match[2]]
  match = MONTH_NAME_FIRST.exec(typed)
  if (match) return [match[3], monthOf(match[1] ?? ''), match[2]]
  match = DAY_FIRST.exec(typed)
  return match && [match[3], monthOf(match[2] ?? ''), match[1]]
}

/** 0, which is no month, for an unknown name. */
const monthOf = (name: string): number => MONTHS.findIndex((month) => month.startsWith(name)) + 1

function yearOf(text: string | undefined, today: Temporal.PlainDate, latestYear: number): number {
  if (text === undefined) return today.year
  if (text.length === 4) return Number(text)
  const year = 2000 + Number(text)
  return year > latestYear ? year - 100 : year
}
