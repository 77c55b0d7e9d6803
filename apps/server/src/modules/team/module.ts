import { defineModule } from '../../platform/module.ts'
import * as events from './events.ts'
import { teamRoutes } from './routes.ts'

/** Teammates: invitations, roles, permissions, locations, view as. */
export const teamModule = defineModule({
  needs: ['inTenant', 'now', 'publicUrl', 'limits', 'viewersChanged'],
  routes: (api, services) => ({ team: teamRoutes(api, services) }),
  events,
})
