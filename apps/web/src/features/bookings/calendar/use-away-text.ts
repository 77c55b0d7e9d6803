import { useLingui } from '@lingui/react/macro'
import { useBookingResources } from '../../../entities/booking-resource/queries.ts'
import type { DayEntry } from './days-of-calendar.ts'

/** Returns a function that says who or what is away on a day, and when: “12:00 PM Sofia: Lunch”. */
export function useAwayText() {
  const { t } = useLingui()
  const resources = useBookingResources()
  return (entry: Exclude<DayEntry, { kind: 'visit' }>): string => {
    const { resourceID } = entry.kind === 'off' ? entry.timeOff : entry.block
    const name = resources.find(({ id }) => id === resourceID)?.name ?? t`Unknown`
    if (entry.kind === 'off') return `${name}: ${entry.timeOff.name || t`Time off`}`
    const what = `${name}: ${entry.block.reason || t`Blocked`}`
    return entry.time === null ? what : `${entry.time} ${what}`
  }
}
