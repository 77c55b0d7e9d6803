import type { BookingResource, TimeOff } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { ResourceAvatar } from '../../../entities/booking-resource/ResourceAvatar.tsx'
import classes from './Calendar.module.css'
import type { Column } from './place-events.ts'

interface Props {
  column: Column
  timeOff: readonly TimeOff[]
  resources: readonly BookingResource[]
  today: string
}

/** Heading of a column: a day, teammate or room, and who has that day off. */
export function ColumnHeading({ column: { label, date, resourceID }, timeOff, resources, today }: Props) {
  const { t } = useLingui()
  const resource = resources.find(({ id }) => id === resourceID)
  const nameOf = (id: string) => resources.find((each) => each.id === id)?.name ?? t`Unknown`
  const off = timeOff.filter((each) => each.date === date && (resourceID === null || each.resourceID === resourceID))
  const away = off.map(({ name, resourceID: id }) => (resourceID === null ? nameOf(id) : name || t`Time off`))
  const isDay = resource?.name !== label
  return (
    <h2 className={classes.heading} aria-current={isDay && date === today ? 'date' : undefined}>
      <span className={classes.headingName}>
        {resource && !isDay && <ResourceAvatar resource={resource} size={22} />}
        {label}
      </span>
      {away.length > 0 && (
        <span className={classes.away}>{resourceID === null ? t`Off: ${away.join(', ')}` : away.join(', ')}</span>
      )}
    </h2>
  )
}
