import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { bookingConfigsQuery } from '../../../entities/booking-configs/queries.ts'
import { bookingResourcesQuery } from '../../../entities/booking-resource/queries.ts'
import { bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { BookingsScreen } from '../../../features/bookings/BookingsScreen.tsx'
import { readBookingSearch } from '../../../features/bookings/booking-search.ts'

export const Route = createFileRoute('/_app/bookings/')({
  validateSearch: readBookingSearch,
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(bookingConfigsQuery)
    void cache.prefetchQuery(bookingResourcesQuery)
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(locationsQuery)
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
