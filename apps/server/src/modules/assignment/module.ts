import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { autoAssignTenant, findAutoAssignTenants } from './auto-assign.job.ts'
import { moveConversations } from './location-change.ts'
import { assignmentRoutes } from './routes.ts'

/** Assigning conversations, by hand and by round robin. */
export const assignmentModule = defineModule({
  needs: [...CONVERSATION_NEEDS, 'database', 'listActiveUsers'],
  routes: (api, services) => ({ assignment: assignmentRoutes(api, services) }),
  jobs: [findAutoAssignTenants, autoAssignTenant],
  locationFollowers: [moveConversations],
})
