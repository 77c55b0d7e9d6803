export { findConversationPhones, findPhones, nameMatches, phoneDigits } from './find-phones.ts'
export {
  choosePair,
  contactPhones,
  isThreadOf,
  type Pair,
  pairBy,
  resolveMergedConversation,
  selectMessagesWithPair,
} from './number-pairs.ts'
