import { defineModule } from '../../platform/module.ts'
import { viewRoutes } from './routes.ts'

/** Filtered lists saved under a name. */
export const viewsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ views: viewRoutes(api, services) }),
  settings: ['views'],
})
