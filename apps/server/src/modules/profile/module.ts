import { defineModule } from '../../platform/module.ts'
import { clearUnusedPictures } from './change-profile.ts'
import * as events from './events.ts'
import { mountPictures, profileRoutes } from './routes.ts'

/** A teammate’s own name, picture and preferences, and the name of the business. */
export const profileModule = defineModule({
  needs: ['inTenant', 'storage', 'forgetSession', 'authenticateFiles'],
  routes: (api, services) => ({ profile: profileRoutes(api, services) }),
  http: [mountPictures],
  events,
  cleanups: [clearUnusedPictures],
})
