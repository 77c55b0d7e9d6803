import { createFileRoute } from '@tanstack/react-router'
import { bookingConfigsQuery } from '../../../entities/booking-configs/queries.ts'
import { bookingResourcesQuery } from '../../../entities/booking-resource/queries.ts'
import { bookingServicesQuery } from '../../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { WaitlistScreen } from '../../../features/booking-waitlist/WaitlistScreen.tsx'

export const Route = createFileRoute('/_app/bookings/waitlist')({
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(bookingConfigsQuery)
    void cache.prefetchQuery(bookingResourcesQuery)
    void cache.prefetchQuery(bookingServicesQuery)
    void cache.prefetchQuery(locationsQuery)
  },
  component: WaitlistScreen,
})
