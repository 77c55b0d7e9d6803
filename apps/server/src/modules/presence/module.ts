import { defineModule } from '../../platform/module.ts'
import { createPresence, listActiveUsers } from './presence.ts'
import { presenceRoutes } from './routes.ts'

/** Presence: teammates who are online, and the conversations they have open. */
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
