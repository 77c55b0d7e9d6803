import type { BookingSearch } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { serverInstant } from '../../lib/server-time.ts'
import { chosenLocation } from '../location/chosen-location.ts'
import { listTimeZone, useLocations } from '../location/queries.ts'
import { upcomingSearch } from './upcoming-search.ts'

/** Leads to the upcoming bookings of a service, teammate or room that is archived: they stay as they are. */
export function UpcomingBookingsLink(of: Pick<BookingSearch, 'service' | 'teammate' | 'room'>) {
  const zone = listTimeZone(useLocations(), null)
  const search = upcomingSearch(of, { since: serverInstant(), zone })
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => (
        <Link {...props} to="/bookings" search={search} onClick={() => chosenLocation.set(null)} />
      )}
    >
      <Trans>Show upcoming bookings</Trans>
    </Anchor>
  )
}
