import { can } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { bookingConfigsQuery } from '../../../entities/booking-configs/queries.ts'
import { bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { LocationFeeds } from '../../../features/booking-calendars/LocationFeeds.tsx'
import { BookingSettingsScreen } from '../../../features/booking-settings/BookingSettingsScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../../lib/screen-permissions.ts'
import { toViewer } from '../../../lib/session/session.ts'

export const Route = createFileRoute('/_app/bookings/settings')({
  loader: ({ context: { cache, session } }) => {
    if (!session.current || !can(toViewer(session.current), SCREEN_PERMISSIONS['/bookings/settings'])) return
    void cache.prefetchQuery(bookingConfigsQuery)
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(locationsQuery)
  },
  component: () => <BookingSettingsScreen feeds={<LocationFeeds />} />,
})
