export {
  findConversationPhones,
  findPhones,
  matchingPhones,
  nameMatches,
  PHONES_MAX,
  phoneDigits,
} from './find-phones.ts'
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
