import type { WeekHours } from '@frontdesk/contract/api'
import { weekdaysInOrder } from '@frontdesk/contract/rules'
import { DayRow } from './DayRow.tsx'
import classes from './Hours.module.css'
import { areSpansValid } from './hours-rules.ts'
import { useWeekdayNames } from './use-weekday-names.ts'

interface Props {
  week: WeekHours
  onChange: (week: WeekHours) => void
}

/** The hours of each day of the week. */
export function WeekFields({ week, onChange }: Props) {
  const names = useWeekdayNames()
  const copyMonday = () =>
    onChange({ ...week, tuesday: week.monday, wednesday: week.monday, thursday: week.monday, friday: week.monday })
  return (
    <div className={classes.week}>
      {weekdaysInOrder().map((day) => (
        <DayRow
          key={day}
          name={names[day]}
          spans={week[day]}
          isWrong={!areSpansValid(week[day])}
          onChange={(spans) => onChange({ ...week, [day]: spans })}
          onCopy={day === 'monday' ? copyMonday : undefined}
        />
      ))}
    </div>
  )
}
