import type { Booking } from '@frontdesk/contract/api'
import { Plural, Trans } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { momentIn } from '../../lib/time.ts'
import { BookingLink } from './BookingLink.tsx'
import classes from './BookingsOutside.module.css'
import { bookingsDuring, type Period } from './outside-queries.ts'
import { bookingById } from './queries.ts'

/** Further bookings are only counted. */
const LISTED_MAX = 10

/** Upcoming bookings that are outside of hours, which may not be saved yet. */
export function BookingsOutside({ ids }: { ids: readonly string[] }) {
  const bookings = useQueries({
    queries: ids.slice(0, LISTED_MAX).map(bookingById),
  }).flatMap(({ data }) => data ?? [])
  if (ids.length === 0) return null
  return (
    <Box bookings={bookings} total={ids.length}>
      <Plural
        value={ids.length}
        one="# upcoming booking is outside these hours. It stays as it is until you move or cancel it."
        other="# upcoming bookings are outside these hours. They stay as they are until you move or cancel them."
      />
    </Box>
  )
}

/** Upcoming bookings of a resource in a period that cannot be booked, or soon no longer can. */
export function BookingsDuring(period: Period) {
  const bookings = useQuery(bookingsDuring(period)).data ?? []
  if (bookings.length === 0) return null
  return (
    <Box bookings={bookings} total={bookings.length}>
      <Plural
        value={bookings.length}
        one="# booking is in this time. It stays as it is until you move or cancel it."
        other="# bookings are in this time. They stay as they are until you move or cancel them."
      />
    </Box>
  )
}

interface LinksProps {
  /** The first of them, or all. */
  bookings: readonly Booking[]
  total: number
}

function Box({ children, ...links }: LinksProps & { children: ReactNode }) {
  return (
    <div className={classes.outside} role="status">
      <p>{children}</p>
      <BookingLinks {...links} />
    </div>
  )
}

/** Links to the first bookings, by contact and time, and how many more there are. */
export function BookingLinks({ bookings, total }: LinksProps) {
  const more = total - Math.min(total, LISTED_MAX)
  return (
    <ul className={classes.links}>
      {bookings.slice(0, LISTED_MAX).map(({ id, contact, items, startsOnUtc, timeZone }) => (
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
  )
}
