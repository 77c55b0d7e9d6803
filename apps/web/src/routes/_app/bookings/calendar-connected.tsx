import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CalendarConnectedScreen } from '../../../features/booking-calendars/CalendarConnectedScreen.tsx'
import { readConnectedSearch } from '../../../features/booking-calendars/connected-search.ts'

export const Route = createFileRoute('/_app/bookings/calendar-connected')({
  validateSearch: readConnectedSearch,
  component: CalendarConnected,
})

function CalendarConnected() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <CalendarConnectedScreen
      search={search}
      onConnected={(resource) => void navigate({ to: '/bookings/availability', search: { resource }, replace: true })}
    />
  )
}
