import { defineModule } from '../../platform/module.ts'
import * as events from './events.ts'
import { mountShortLinks, shortLinkRoutes } from './routes.ts'

/** Our own short URLs, with their clicks counted. */
export const shortLinksModule = defineModule({
  needs: ['inTenant', 'directory', 'publicUrl', 'now'],
  routes: (api, services) => ({ shortLinks: shortLinkRoutes(api, services) }),
  http: [mountShortLinks],
  events,
})
