import { defineModule } from '../../platform/module.ts'
import * as events from './events.ts'
import { assertNotOnTrial } from './limits.ts'
import { subscriptionRoutes } from './routes.ts'

/** The plan of a business, its limits and its trial. */
export const subscriptionModule = defineModule({
  needs: ['inTenant', 'now'],
  offers: {
    assertExportIncluded:
      ({ now }) =>
      (tx, actor) =>
        assertNotOnTrial(tx, actor, 'export', now()),
  },
  routes: (api, services) => ({ subscription: subscriptionRoutes(api, services) }),
  events,
})
