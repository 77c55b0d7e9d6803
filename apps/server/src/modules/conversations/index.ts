export {
  accessConversation,
  accessConversations,
  accessMessage,
  findVisibleConversations,
  findVisibleFacts,
} from './access.ts'
export { blockChange } from './block-change.ts'
export { blockNumber } from './block-number.ts'
export { type ChangeStep, changeConversations, changeManyQuietly } from './change-conversations.ts'
export { changeLocation, moveLocked } from './change-location.ts'
export { closeIdle } from './close-idle.ts'
export { countInFolder } from './count-in-folder.ts'
export { COUNT_STEPS, REMOVAL_STEPS, RETURN_STEPS } from './counts.ts'
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
export { deleteLocked } from './delete-conversations.ts'
export { CONVERSATION_NEEDS, type ConversationDeps, type PageReader, type PageSummary } from './deps.ts'
export { findPhones, isCalled, phoneDigits } from './find-phones.ts'
export { recount, refreshInboxLine } from './latest-line.ts'
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
  toOwnScreens,
  withoutDrafts,
} from './realtime.ts'
export {
  type ConversationRow,
  conversationColumns,
  type MessageData,
  type MessageRow,
  preview,
  toConversation,
  toMessage,
  UNMERGED_COLUMNS,
} from './rows.ts'
export { forgetDraft, tellDraft } from './save-draft.ts'
export { setOpenState, setOpenStates } from './set-open-state.ts'
export { getOrStartConversation, startConversation } from './start-conversation.ts'
export { lockThreads, tellThreads, updateThreads } from './threads.ts'
export { writeLine } from './write-line.ts'
