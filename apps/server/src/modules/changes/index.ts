export { blockChange } from './block-change.ts'
export { blockNumber } from './block-number.ts'
export { type ChangeStep, changeAll } from './change-conversations.ts'
export { closeIdle } from './close-idle.ts'
export {
  lockConversationsOfNumbers,
  recordContactsChanged,
  refreshConversations,
  updateBlockedAndOptedOut,
} from './conversations-of-number.ts'
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
export { deleteConversation } from './delete-conversation.ts'
export { closeChange, openChange, reopen } from './open-state-changes.ts'
export { renameConversation } from './rename-conversation.ts'
export { setBlocked } from './set-blocked.ts'
export { setOpenState, setOpenStates } from './set-open-state.ts'
export { startWithContact } from './start-with-contact.ts'
