import { type BirthDateParts, readBirthDate, UNKNOWN_BIRTH_YEAR } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'

/** The error of a birth date, as a field rule. */
export function birthDateRule(birth: BirthDateParts): string | undefined {
  const read = readBirthDate(birth, Temporal.Now.plainDateISO())
  if ('date' in read) return undefined
  if (read.problem === 'incomplete') return t`Choose a month and a day.`
  return tooLate(birth) ?? t`Enter a date in the past, such as July 4, 1985. You can leave out the year.`
}

/** The error of a day that its month does not have, such as February 29 of a common year. */
function tooLate({ month, day, year }: BirthDateParts): string | undefined {
  const typedYear = /^(19|20)\d\d$/.test(year.trim()) ? Number(year) : undefined
  if (year.trim() && typedYear === undefined) return undefined
  const first = Temporal.PlainDate.from({ year: typedYear ?? UNKNOWN_BIRTH_YEAR, month: Number(month), day: 1 })
  const days = first.daysInMonth
  if (Number(day) <= days) return undefined
  const name = i18n.date(new Date(Date.UTC(2000, Number(month) - 1, 1)), {
    month: 'long',
    timeZone: 'UTC',
  })
  const monthName = typedYear === undefined ? name : `${name} ${typedYear}`
  return t`${monthName} has ${days} days.`
}
