export { autoAssign } from './auto-assign.ts'
export { isAutoAssignActive, readAutoAssignRules } from './auto-assign-rules.ts'
export { reassignConversations } from './reassign-conversations.ts'
export { unassignReopened } from './unassign-reopened.ts'
