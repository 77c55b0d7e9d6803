import { WEEKDAYS } from '@frontdesk/contract/rules'
import type { EntryRow } from './rows.ts'

type WaitlistPreferences = Pick<EntryRow, 'firstDate' | 'lastDate' | 'weekdays' | 'timeFrom' | 'timeUntil'>

/** Whether a start matches the preferences of an entry, in the location’s time zone. */
export function matchesPreferences(
  { firstDate, lastDate, weekdays, timeFrom, timeUntil }: WaitlistPreferences,
  startsAt: string,
  timeZone: string,
): boolean {
  const start = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone)
  const date = start.toPlainDate().toString()
  const time = start.toPlainTime().toString({ smallestUnit: 'minute' })
  const weekday = WEEKDAYS[start.dayOfWeek - 1]
  return (
    date >= firstDate &&
    date <= lastDate &&
    (weekdays.length === 0 || (weekday !== undefined && weekdays.includes(weekday))) &&
    (timeFrom === null || time >= timeFrom) &&
    (timeUntil === null || time <= timeUntil)
  )
}
