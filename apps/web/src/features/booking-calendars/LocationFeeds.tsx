import type { CalendarFeed } from '@frontdesk/contract/api'
import { useQuery } from '@tanstack/react-query'
import { calendarFeedsQuery } from '../../entities/booking-calendar/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Calendars.module.css'
import { Feeds } from './Feeds.tsx'
import { useFeedActions } from './use-calendar-actions.ts'

/** Secret addresses from which calendar apps read all bookings of a location, as the person who made them may see them. */
export function LocationFeeds() {
  const locations = useLocations()
  return (
    <QueryState query={useQuery(calendarFeedsQuery)} rows={1}>
      {(feeds) =>
        locations.map(({ id, name }) => (
          <section key={id} aria-label={name}>
            {locations.length > 1 && <h3 className={classes.location}>{name}</h3>}
            <FeedsOfLocation locationID={id} feeds={feeds.filter(({ locationID }) => locationID === id)} />
          </section>
        ))
      }
    </QueryState>
  )
}

function FeedsOfLocation({ locationID, feeds }: { locationID: string; feeds: readonly CalendarFeed[] }) {
  const actions = useFeedActions({ locationID })
  return (
    <>
      <ErrorText error={actions.addingFeed.error} mb="sm" />
      <Feeds feeds={feeds} actions={actions} />
    </>
  )
}
