import { useLingui } from '@lingui/react/macro'
import { dayDistance, fullDate, longWeekday, monthDay } from '../../lib/time.ts'

/** The title of a day in a list by day, in the reader's zone: Today, Tuesday, Tuesday, Mar 4. */
export function useDayText() {
  const { t } = useLingui()
  return (at: string): string => {
    const texts = {
      today: () => t`Today`,
      yesterday: () => t`Yesterday`,
      'this week': () => longWeekday(at),
      'this year': () => `${longWeekday(at)}, ${monthDay(at)}`,
      earlier: () => fullDate(at),
    }
    return texts[dayDistance(at)]()
  }
}
