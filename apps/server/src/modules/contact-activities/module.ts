import { defineModule } from '../../platform/module.ts'
import { contactActivityRoutes } from './routes.ts'

/** Activities of a contact: its changes, notes, consent, and actions in its conversations. */
export const contactActivitiesModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ contactActivities: contactActivityRoutes(api, services) }),
})
