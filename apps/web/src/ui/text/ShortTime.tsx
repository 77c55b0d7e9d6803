import { useLingui } from '@lingui/react/macro'
import { clock, dayDistance, exact, fullDate, monthDay, weekday } from '../../lib/time.ts'

interface Props {
  at: string
  /** Time zone of its location; the tooltip shows the local time there if it differs. */
  zone?: string
}

/** A time in short form in the reader's zone: 3:40 PM, Yesterday, Tue, Mar 4. The tooltip is exact. */
export function ShortTime({ at, zone }: Props) {
  const { t } = useLingui()
  const words = {
    today: () => clock(at),
    yesterday: () => t`Yesterday`,
    'this week': () => weekday(at),
    'this year': () => monthDay(at),
    earlier: () => fullDate(at),
  }
  return (
    <time dateTime={at} title={exact(at, zone)}>
      {words[dayDistance(at)]()}
    </time>
  )
}
