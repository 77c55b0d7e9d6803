import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { bookingResourcesQuery } from '../../../entities/booking-resource/queries.ts'
import { bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { ServicesScreen } from '../../../features/booking-services/ServicesScreen.tsx'

export const Route = createFileRoute('/_app/bookings/services')({
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(bookingResourcesQuery)
    void cache.prefetchQuery(locationsQuery)
  },
  component: Services,
})

function Services() {
  const navigate = useNavigate()
  return (
    <ServicesScreen
      onOpen={(serviceID) => void navigate({ to: '/bookings/service/$serviceID', params: { serviceID } })}
    />
  )
}
