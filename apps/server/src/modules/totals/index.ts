export { type CountRow, countConversations } from './count-conversations.ts'
export { countInFolder } from './count-in-folder.ts'
export { countNewConversations, DELETE_DELTAS, INSERT_DELTAS, MOVE_DELTAS, STATE_DELTAS } from './counts.ts'
export { DELTAS_TO_FOLD, foldCountsSpec } from './fold-counts.job.ts'
