import { readBookingSearch } from '@frontdesk/contract/rules'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { bookingConfigsQuery } from '../../../entities/booking-configs/queries.ts'
import { bookingResourcesQuery } from '../../../entities/booking-resource/queries.ts'
import { bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { bookingViewsQuery } from '../../../entities/view/queries.ts'
import { BookingsScreen } from '../../../features/bookings/BookingsScreen.tsx'
import { validSearch } from '../../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/bookings/')({
  validateSearch: validSearch(readBookingSearch),
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(bookingConfigsQuery)
    void cache.prefetchQuery(bookingResourcesQuery)
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(locationsQuery)
    void cache.prefetchQuery(bookingViewsQuery)
  },
  component: Bookings,
})

function Bookings() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <BookingsScreen
      search={search}
      onSearch={(next) => void navigate({ to: '/bookings', search: next, replace: true })}
    />
  )
}
