import { UNKNOWN_BIRTH_YEAR } from '@frontdesk/contract/rules'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a birth date as spreadsheets and address books write it, as an ISO date; null if it is none. 3/14/1979 has the
 * month first, as in the US, unless it could not be one; 14.3.1979 has the day first. Without a year it gets the year
 * that stands for an unknown one.
 */
export function readBirthDate(text: string): string | null {
  const value = text.trim().replace(/T.*$/, '')
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(value)
  if (iso) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const yearless = /^--(\d{2})-?(\d{2})$/.exec(value)
  if (yearless) return toDate(UNKNOWN_BIRTH_YEAR, Number(yearless[1]), Number(yearless[2]))
  const dayFirst = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})?$/.exec(value)
  if (dayFirst) return toDate(readYear(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]))
  const slashed = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?$/.exec(value)
  if (slashed) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2])]
    return first > 12 ? toDate(readYear(slashed[3]), second, first) : toDate(readYear(slashed[3]), first, second)
  }
  const named =
    /^(?:(\d{1,2})[ .-]*)?([a-z]{3,9})\.?[ -]*(?:(\d{1,2})(?:st|nd|rd|th)?)?(?:[, -]+(\d{4}|\d{2}))?$/i.exec(value)
  const month = MONTHS.indexOf((named?.[2] ?? '').slice(0, 3).toLowerCase()) + 1
  const day = named?.[1] ?? named?.[3]
  if (named && month > 0 && day !== undefined) return toDate(readYear(named[4]), month, Number(day))
  return null
}

/** Two digits mean a year of the past hundred. */
function readYear(text: string | undefined): number {
  if (text === undefined) return UNKNOWN_BIRTH_YEAR
  const year = Number(text)
  if (text.length === 4) return year
  const present = new Date().getUTCFullYear()
  return year + 2000 > present ? year + 1900 : year + 2000
}

function toDate(year: number, month: number, day: number): string | null {
  // PostgreSQL and JavaScript disagree on dates before the year 1000.
  if (year < 1000) return null
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}
