export { accessConversation, accessConversations, findVisibleConversations, findVisibleScope } from './access.ts'
export { deleteConversations } from './delete-conversations.ts'
export { CONVERSATION_NEEDS, type ConversationDeps } from './deps.ts'
export { recalculateConversations, updateLatestMessage } from './latest-message.ts'
export { countMatching, listConversations, matchingIds } from './list-conversations.ts'
export { lockConversationsOf } from './lock-conversations.ts'
export { markBookingOffer } from './mark-booking-offer.ts'
export { openConversations } from './open-conversations.ts'
export {
  findByPhoneNumbers,
  findConversation,
  findConversationsByIds,
  findOwnConversation,
} from './queries.ts'
export { announce, conversationChanged, forEveryone } from './realtime.ts'
export {
  CONVERSATION_COLUMNS,
  type ConversationColumns,
  type ConversationRow,
  conversationName,
  hideContact,
  type OwnConversationRow,
  toConversation,
  toOwnConversation,
  UNMERGED_COLUMNS,
} from './rows.ts'
export { getOrStartConversation, phonesOf, startConversation } from './start-conversation.ts'
