import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { bookingResourcesQuery } from '../../../entities/booking-resource/queries.ts'
import { bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { CalendarScreen } from '../../../features/bookings/calendar/CalendarScreen.tsx'
import { readCalendarSearch } from '../../../features/bookings/calendar/calendar-search.ts'
import { validSearch } from '../../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/bookings/calendar')({
  validateSearch: validSearch(readCalendarSearch),
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(bookingResourcesQuery)
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(locationsQuery)
  },
  component: Calendar,
})

function Calendar() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <CalendarScreen
      search={search}
      onSearch={(next) => void navigate({ to: '/bookings/calendar', search: next, replace: true })}
    />
  )
}
