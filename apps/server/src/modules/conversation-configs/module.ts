import { defineModule } from '../../platform/module.ts'
import { conversationConfigRoutes } from './routes.ts'

/** How conversations are handled: auto-replies, auto-assignment, auto-close, translation. */
export const conversationConfigsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ conversationConfigs: conversationConfigRoutes(api, services) }),
  settings: ['conversation-configs'],
})
