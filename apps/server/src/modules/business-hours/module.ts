import { defineModule } from '../../platform/module.ts'
import { businessHoursRoutes } from './routes.ts'

/** When each location is open, and what it answers when it is closed. */
export const businessHoursModule = defineModule({
  needs: ['inTenant', 'now', 'push'],
  routes: (api, services) => ({ businessHours: businessHoursRoutes(api, services) }),
  settings: ['business-hours'],
})
