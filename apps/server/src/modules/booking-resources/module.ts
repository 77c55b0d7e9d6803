import { defineModule } from '../../platform/module.ts'
import { moveResources } from './move-resources.ts'
import { bookingHoursRoutes, bookingResourceRoutes } from './routes.ts'

/** Teammates, rooms and equipment that bookings take, with their hours and blocked times. */
export const bookingResourcesModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({
    bookingResources: bookingResourceRoutes(api, services),
    bookingHours: bookingHoursRoutes(api, services),
  }),
  settings: ['booking-resources'],
  locationFollowers: [moveResources],
})
