import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { timelineRoutes } from './routes.ts'

/** All conversations of one contact in one view. */
export const timelineModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ timeline: timelineRoutes(api, services) }),
})
