import type { WaitlistEntry } from '@frontdesk/contract/api'
import { WEEKDAYS } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { clock, monthDay, weekday } from '../../lib/time.ts'

/** A Monday, for the names of weekdays. */
const MONDAY = Temporal.PlainDate.from('2026-01-05')
const noon = (date: Temporal.PlainDate | string) => `${date}T12:00:00Z`
const timeText = (time: string) => clock(`2026-01-01T${time}:00Z`, 'UTC')

export const weekdayText = (day: (typeof WEEKDAYS)[number]) =>
  weekday(noon(MONDAY.add({ days: WEEKDAYS.indexOf(day) })), 'UTC')

/** Days and times that suit someone, in words: "Dec 1 – Dec 12, Mon, Tue, from 3:00 PM". */
export function usePreferencesText(): (preferences: NonNullable<WaitlistEntry['preferences']>) => string {
  const { t } = useLingui()
  return ({ firstDate, lastDate, weekdays, timeFrom, timeUntil }) => {
    const first = monthDay(noon(firstDate), 'UTC')
    const days = firstDate === lastDate ? first : `${first} – ${monthDay(noon(lastDate), 'UTC')}`
    const from = timeFrom === null ? null : timeText(timeFrom)
    const until = timeUntil === null ? null : timeText(timeUntil)
    const times =
      from !== null && until !== null
        ? `${from} – ${until}`
        : from !== null
          ? t`from ${from}`
          : until !== null && t`until ${until}`
    return [days, weekdays.map(weekdayText).join(', '), times].filter(Boolean).join(', ')
  }
}
