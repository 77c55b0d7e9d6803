import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { blockedNumberRoutes } from './routes.ts'

/** Numbers a business has blocked. */
export const blockedNumbersModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ blockedNumbers: blockedNumberRoutes(api, services) }),
  settings: ['blocked-numbers'],
})
