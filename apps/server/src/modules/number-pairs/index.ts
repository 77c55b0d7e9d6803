export { findConversationPhones, findPhones, nameMatches, phoneDigits } from './find-phones.ts'
export {
  choosePair,
  contactPhones,
  contactPhonesOf,
  isThreadOf,
  type Pair,
  pairBy,
  resolveMergedConversation,
  resolveMergedConversations,
  selectMessagesWithPair,
  threadIdsOf,
  throughPair,
} from './number-pairs.ts'
