export {
  accessConversation,
  accessConversations,
  accessMessage,
  findVisibleConversations,
  findVisibleScope,
} from './access.ts'
export { addInternalMessage } from './add-internal-message.ts'
export { blockChange } from './block-change.ts'
export { blockNumber } from './block-number.ts'
export { type ChangeStep, changeAll } from './change-conversations.ts'
export { closeIdle } from './close-idle.ts'
export {
  lockConversationsOfNumber,
  refreshConversations,
  updateBlockedAndOptedOut,
} from './conversations-of-number.ts'
export { countInFolder } from './count-in-folder.ts'
export { DELETE_DELTAS, INSERT_DELTAS, STATE_DELTAS } from './counts.ts'
export {
  type AnyChange,
  type ChangeRun,
  type ChangeValues,
  defineChange,
  groupByPrevious,
  noInput,
  type PreviousState,
  previously,
  startChange,
} from './define-change.ts'
export { deleteConversations } from './delete-conversations.ts'
export { CONVERSATION_NEEDS, type ConversationDeps, type PageReader, type PageSummary } from './deps.ts'
export { findPhones, nameMatches, phoneDigits } from './find-phones.ts'
export { recalculateConversations, updateLatestMessage } from './latest-message.ts'
export { countMatching, listConversations, matchingIds } from './list-conversations.ts'
export { closeChange, openChange, reopen } from './open-state-changes.ts'
export {
  findByPhoneNumber,
  findConversation,
  findConversationsByIds,
  findMessage,
  findMessages,
  findOwnConversation,
  findUnreadMarks,
  listMessages,
  lockMessage,
  lockWithConversation,
} from './queries.ts'
export {
  announce,
  conversationChanged,
  messageChanged,
  messageCreated,
} from './realtime.ts'
export {
  CONVERSATION_COLUMNS,
  type ConversationColumns,
  type ConversationRow,
  conversationName,
  type MessageData,
  type MessageRow,
  newMessage,
  type OwnConversationRow,
  preview,
  toConversation,
  toMessage,
  toOwnConversation,
  UNMERGED_COLUMNS,
} from './rows.ts'
export { deleteDraft, publishDraft } from './save-draft.ts'
export { setOpenState, setOpenStates } from './set-open-state.ts'
export { getOrStartConversation, startConversation } from './start-conversation.ts'
