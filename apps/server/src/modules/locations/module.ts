import { defineModule } from '../../platform/module.ts'
import * as events from './events.ts'
import { locationRoutes } from './routes.ts'

/** Sites of the business with address, time zone and color. */
export const locationsModule = defineModule({
  needs: ['inTenant', 'log', 'places', 'locationFollowers', 'viewersChanged'],
  routes: (api, services) => ({ locations: locationRoutes(api, services) }),
  events,
})
