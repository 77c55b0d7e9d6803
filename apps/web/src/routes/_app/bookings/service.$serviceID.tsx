import { createFileRoute } from '@tanstack/react-router'
import { bookingResourcesQuery } from '../../../entities/booking-resource/queries.ts'
import { bookingServiceById, bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { ServiceScreen } from '../../../features/booking-services/ServiceScreen.tsx'

export const Route = createFileRoute('/_app/bookings/service/$serviceID')({
  loader: ({ context: { cache }, params: { serviceID } }) => {
    void cache.prefetchQuery(bookingServiceById(serviceID))
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(bookingResourcesQuery)
    void cache.prefetchQuery(locationsQuery)
  },
  component: Service,
})

function Service() {
  const { serviceID } = Route.useParams()
  return <ServiceScreen key={serviceID} id={serviceID} />
}
