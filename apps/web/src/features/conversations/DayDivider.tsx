import { useLingui } from '@lingui/react/macro'
import { dayDistance, fullDate, longWeekday, monthDay } from '../../lib/time.ts'
import classes from './DayDivider.module.css'

export function DayDivider({ at, zone }: { at: string; zone: string }) {
  const { t } = useLingui()
  const words = {
    today: () => t`Today`,
    yesterday: () => t`Yesterday`,
    'this week': () => longWeekday(at, zone),
    'this year': () => `${longWeekday(at, zone)}, ${monthDay(at, zone)}`,
    earlier: () => fullDate(at, zone),
  }
  return (
    <div className={classes.root}>
      <span title={fullDate(at, zone)}>{words[dayDistance(at, zone)]()}</span>
    </div>
  )
}
