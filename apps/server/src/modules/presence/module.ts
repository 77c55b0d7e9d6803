import { defineModule } from '../../platform/module.ts'
import { createPresence, listActiveUsers } from './presence.ts'
import { presenceRoutes } from './routes.ts'

/** Who is online, and who has which conversation open. */
export const presenceModule = defineModule({
  needs: ['inTenant', 'now', 'push', 'screensOf'],
  offers: {
    listActiveUsers:
      ({ screensOf, now }) =>
      async (tenantId) =>
        listActiveUsers(await screensOf(tenantId), now()),
  },
  routes: (api, services) => ({ presence: presenceRoutes(api, services) }),
  realtime: { screens: createPresence },
})
