import { Plural, Trans } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { bookingById } from '../../entities/booking/queries.ts'
import { momentIn } from '../../lib/time.ts'
import classes from './Availability.module.css'
import { BookingLink } from './BookingLink.tsx'

/** Further bookings are only counted. */
const LISTED_MAX = 10

/** Upcoming bookings that are outside of the hours since their last change. */
export function BookingsOutside({ ids }: { ids: readonly string[] }) {
  const listed = ids.slice(0, LISTED_MAX)
  const bookings = useQueries({
    queries: listed.map(bookingById),
  }).flatMap(({ data }) => data ?? [])
  if (ids.length === 0) return null
  const more = ids.length - listed.length
  return (
    <div className={classes.outside} role="status">
      <p>
        <Plural
          value={ids.length}
          one="# upcoming booking is now outside these hours. It stays as it is until you move or cancel it."
          other="# upcoming bookings are now outside these hours. They stay as they are until you move or cancel them."
        />
      </p>
      <ul>
        {bookings.map(({ id, contact, items, startsOnUtc, timeZone }) => (
          <li key={id}>
            <BookingLink id={id}>
              {[contact?.name ?? items[0]?.serviceName, momentIn(startsOnUtc, timeZone)].filter(Boolean).join(' · ')}
            </BookingLink>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Trans>and {more} more</Trans>
          </li>
        )}
      </ul>
    </div>
  )
}
