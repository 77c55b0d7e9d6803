import { defineModule } from '../../platform/module.ts'
import { contactActivityRoutes } from './routes.ts'

/** What happened to a contact: its changes, notes, consent, and what was done in its conversations. */
export const contactActivitiesModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ contactActivities: contactActivityRoutes(api, services) }),
})
