import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { contactStatusRoutes } from './routes.ts'

/** The business’s own list of contact statuses, and the status of a conversation. */
export const contactStatusesModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ contactStatuses: contactStatusRoutes(api, services) }),
  settings: ['contact-statuses'],
})
