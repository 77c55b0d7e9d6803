import { defineModule } from '../../platform/module.ts'
import { timelineRoutes } from './routes.ts'

/** All conversations of one contact in one view. */
export const timelineModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ timeline: timelineRoutes(api, services) }),
})
