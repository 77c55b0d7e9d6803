import { defineModule } from '../../platform/module.ts'
import { moveTemplates } from './add-defaults.ts'
import { templateRoutes } from './routes.ts'

/** Saved messages with variables. */
export const templatesModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ templates: templateRoutes(api, services) }),
  settings: ['templates'],
  locationFollowers: [moveTemplates],
})
