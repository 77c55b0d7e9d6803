import { fullDate } from '../../../lib/time.ts'
import { useDayText } from '../../../ui/text/use-day-text.ts'
import classes from './DayDivider.module.css'

export function DayDivider({ at }: { at: string }) {
  const dayText = useDayText()
  return (
    <div className={classes.root}>
      <span title={fullDate(at)}>{dayText(at)}</span>
    </div>
  )
}
