import { defineModule } from '../../platform/module.ts'
import { messageSearchRoutes } from './routes.ts'

/** Search in messages, contacts and conversations. */
export const searchModule = defineModule({
  needs: ['inTenant', 'now'],
  routes: (api, services) => ({ messageSearch: messageSearchRoutes(api, services) }),
})
