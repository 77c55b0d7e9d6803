import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import * as events from './events.ts'
import { mergingRoutes } from './routes.ts'

/** Merging conversations and undoing merges. */
export const mergingModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ merging: mergingRoutes(api, services) }),
  events,
})
