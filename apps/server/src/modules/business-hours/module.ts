import { defineModule } from '../../platform/module.ts'
import { businessHoursRoutes } from './routes.ts'

/** Opening hours of each location, and its reply outside of them. */
export const businessHoursModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ businessHours: businessHoursRoutes(api, services) }),
  settings: ['business-hours'],
})
