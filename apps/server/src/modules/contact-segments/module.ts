import { defineModule } from '../../platform/module.ts'
import { contactSegmentRoutes } from './routes.ts'

/** Filters of contacts saved under a name: saved views of the list of contacts. */
export const contactSegmentsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ contactSegments: contactSegmentRoutes(api, services) }),
  settings: ['contact-segments'],
})
