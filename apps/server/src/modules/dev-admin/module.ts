import { defineModule } from '../../platform/module.ts'
import { devAdminRoutes } from './routes.ts'

/** The page of Frontdesk’s operators: notices, businesses and their subscriptions, the demo business. */
export const devAdminModule = defineModule({
  needs: ['directory', 'inTenant', 'now', 'push', 'pushToAll', 'demo', 'eraseTenant'],
  routes: (api, services) => ({ devAdmin: devAdminRoutes(api, services) }),
})
