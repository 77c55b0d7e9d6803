import { useLingui } from '@lingui/react/macro'
import { clock, dayDistance, exact, fullDate, monthDay, weekday } from '../lib/time.ts'

interface Props {
  at: string
  zone: string
}

/** A moment as people say it in a list: 3:40 PM, Yesterday, Tue, Mar 4. Exact on hover. */
export function ShortTime({ at, zone }: Props) {
  const { t } = useLingui()
  const words = {
    today: () => clock(at, zone),
    yesterday: () => t`Yesterday`,
    'this week': () => weekday(at, zone),
    'this year': () => monthDay(at, zone),
    earlier: () => fullDate(at, zone),
  }
  return (
    <time dateTime={at} title={exact(at, zone)}>
      {words[dayDistance(at, zone)]()}
    </time>
  )
}
