import { STATS_BOOKINGS_MAX } from '@frontdesk/contract/rules'
import { Plural } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { bookingStats } from '../../entities/booking/queries.ts'
import { EXPECTED, upcomingSearch } from '../../entities/booking/upcoming-search.ts'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, useLocations } from '../../entities/location/queries.ts'
import { serverInstant } from '../../lib/server-time.ts'

/** How many visits a teammate has ahead, with a link to them; nothing if there are none. */
export function UpcomingVisits({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const resource = useBookingResources().find((each) => each.userID === userId)
  return resource ? <VisitsOf resourceID={resource.id} onLeave={onLeave} /> : null
}

function VisitsOf({ resourceID, onLeave }: { resourceID: string; onLeave: () => void }) {
  const [startDateTimeUTC] = useState(serverInstant)
  const zone = listTimeZone(useLocations(), null)
  const stats = useQuery(bookingStats({ resourceIDs: [resourceID], statuses: EXPECTED, startDateTimeUTC })).data
  if (!stats) return null
  const visits = stats.isTooMany ? STATS_BOOKINGS_MAX : stats.counts.reduce((sum, { count }) => sum + count, 0)
  if (visits === 0) return null
  const search = upcomingSearch({ teammate: resourceID }, { since: startDateTimeUTC, zone })
  const leave = () => {
    chosenLocation.set(null)
    onLeave()
  }
  return (
    <Text size="sm">
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to="/bookings" search={search} onClick={leave} />}
      >
        <Plural value={visits} one="# upcoming visit" other="# upcoming visits" />
      </Anchor>{' '}
      <Plural
        value={visits}
        one="will need another teammate. It stays booked, and Bookings lists it as a task."
        other="will need another teammate. They stay booked, and Bookings lists each as a task."
      />
    </Text>
  )
}
