export { assertAssignable, findAssignee, findTeammate, listAssignees, mayHave, openOf } from './assignees.ts'
