import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { consentRoutes } from './routes.ts'

/** The consent of a contact: present state, history, and what teammates record. */
export const consentModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ consent: consentRoutes(api, services) }),
})
