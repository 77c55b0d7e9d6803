import { useLingui } from '@lingui/react/macro'
import { dayDistance, fullDate, longWeekday, monthDay } from '../../../lib/time.ts'
import classes from './DayDivider.module.css'

export function DayDivider({ at }: { at: string }) {
  const { t } = useLingui()
  const words = {
    today: () => t`Today`,
    yesterday: () => t`Yesterday`,
    'this week': () => longWeekday(at),
    'this year': () => `${longWeekday(at)}, ${monthDay(at)}`,
    earlier: () => fullDate(at),
  }
  return (
    <div className={classes.root}>
      <span title={fullDate(at)}>{words[dayDistance(at)]()}</span>
    </div>
  )
}
