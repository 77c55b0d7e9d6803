export { findConversationPhones, findPhones, nameMatches, phoneDigits } from './find-phones.ts'
export {
  choosePair,
  isThreadOf,
  PAIR_OF_MESSAGE,
  type Pair,
  pairBy,
  resolveMergedConversation,
  withPair,
} from './number-pairs.ts'
