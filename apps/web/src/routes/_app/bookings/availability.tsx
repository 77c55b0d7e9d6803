import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { bookingResourcesQuery } from '../../../entities/booking-resource/queries.ts'
import { bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { businessHoursQuery } from '../../../entities/business-hours/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { AvailabilityScreen } from '../../../features/booking-availability/AvailabilityScreen.tsx'
import { readAvailabilitySearch } from '../../../features/booking-availability/availability-search.ts'
import { Calendars } from '../../../features/booking-calendars/Calendars.tsx'
import { validSearch } from '../../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/bookings/availability')({
  validateSearch: validSearch(readAvailabilitySearch),
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(bookingResourcesQuery)
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(businessHoursQuery)
    void cache.prefetchQuery(locationsQuery)
  },
  component: Availability,
})

function Availability() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <AvailabilityScreen
      search={search}
      renderMore={(resource) => <Calendars key={resource.id} resource={resource} />}
      onSearch={(next) => void navigate({ to: '/bookings/availability', search: next, replace: true })}
    />
  )
}
