export { findAssignee, findTeammate, listAssignees, mayHave, mustBeAssignable, openOf } from './assignees.ts'
