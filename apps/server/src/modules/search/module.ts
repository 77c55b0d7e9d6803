import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { messageSearchRoutes } from './routes.ts'

/** Search in messages, contacts and conversations. */
export const searchModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ messageSearch: messageSearchRoutes(api, services) }),
})
