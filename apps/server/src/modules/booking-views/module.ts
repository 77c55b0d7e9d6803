import { defineModule } from '../../platform/module.ts'
import { bookingViewRoutes } from './routes.ts'

/** Filters of bookings saved under a name: saved views of the list of bookings. */
export const bookingViewsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ bookingViews: bookingViewRoutes(api, services) }),
  settings: ['booking-views'],
})
