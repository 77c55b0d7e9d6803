import type { AnyJob } from '../../platform/jobs/define-job.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { autoAssignTenant, findAutoAssignTenants } from './auto-assign.job.ts'

export const assignmentJobs = (deps: ConversationDeps): AnyJob[] =>
  [findAutoAssignTenants, autoAssignTenant].map((job) => job(deps))

export { AUTO_ASSIGN } from './auto-assign.job.ts'
export { autoAssign } from './auto-assign.ts'
export { isAutoAssignActive, readAutoAssignRules } from './auto-assign-rules.ts'
export { reassignConversations } from './reassign-conversations.ts'
export { assignmentRoutes } from './routes.ts'
export { unassignReopened } from './unassign-reopened.ts'
