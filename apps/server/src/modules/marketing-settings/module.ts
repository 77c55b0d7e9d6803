import { defineModule } from '../../platform/module.ts'
import { marketingSettingsRoutes } from './routes.ts'

/** The texts sent when people opt in to marketing. */
export const marketingSettingsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ marketingSettings: marketingSettingsRoutes(api, services) }),
  settings: ['marketing'],
})
