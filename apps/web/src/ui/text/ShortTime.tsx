import { useLingui } from '@lingui/react/macro'
import { clock, dayDistance, exact, fullDate, monthDay, weekday } from '../../lib/time.ts'

interface Props {
  at: string
  /** Of the location it belongs to: hovering names its clock too where that shows another time. */
  zone?: string
}

/** A moment as people say it in a list, by the reader's clock: 3:40 PM, Yesterday, Tue, Mar 4. Exact on hover. */
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
