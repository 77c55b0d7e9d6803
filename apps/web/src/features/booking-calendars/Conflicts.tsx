import type { BookingResource, CalendarConflict } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTimeZone } from '../../entities/location/queries.ts'
import { clock, fullDate } from '../../lib/time.ts'
import classes from './Calendars.module.css'

/** Bookings that are at odds with a calendar. */
export function Conflicts({
  resource,
  conflicts,
}: {
  resource: BookingResource
  conflicts: readonly CalendarConflict[]
}) {
  const { t } = useLingui()
  const zone = useTimeZone(resource.locationIDs[0])
  if (conflicts.length === 0) return null
  return (
    <div className={classes.note} role="status">
      <Trans>These bookings need a look:</Trans>
      <ul>
        {conflicts.map(({ kind, bookingID, startsOnUtc }) => (
          <li key={`${kind} ${bookingID}`}>
            <Link to="/bookings" search={{ booking: bookingID }}>
              {fullDate(startsOnUtc, zone)}, {clock(startsOnUtc, zone)}
            </Link>
            {': '}
            {kind === 'overlap'
              ? t`an event in the calendar is at the same time.`
              : t`it was moved in the calendar to a time that isn’t free, and was moved back.`}
          </li>
        ))}
      </ul>
    </div>
  )
}
