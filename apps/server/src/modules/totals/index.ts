export { type CountRow, countConversations } from './count-conversations.ts'
export { countInFolder } from './count-in-folder.ts'
export {
  countNewConversation,
  DELETE_DELTAS,
  DELTAS_TO_FOLD,
  foldCountsSpec,
  INSERT_DELTAS,
  MOVE_DELTAS,
  STATE_DELTAS,
} from './counts.ts'
