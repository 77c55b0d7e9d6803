import { type BirthDateParts, readBirthDate } from '@frontdesk/contract/rules'
import { t } from '@lingui/core/macro'

/** The error of a birth date, as a field rule. */
export function birthDateRule(birth: BirthDateParts): string | undefined {
  const read = readBirthDate(birth, Temporal.Now.plainDateISO())
  if ('date' in read) return undefined
  return read.problem === 'incomplete'
    ? t`Choose a month and a day.`
    : t`Enter a date in the past, such as July 4, 1985. You can leave out the year.`
}
