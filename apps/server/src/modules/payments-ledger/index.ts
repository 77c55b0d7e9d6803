export { type Posting as LedgerPosting, post, postAll } from './post.ts'
export {
  type Credit,
  type DayEntry,
  findCredits,
  findPayoutParts,
  listPayoutPostings,
  listPostingsOfDay,
  type Period,
  sumDays,
} from './queries.ts'
export {
  findLinked,
  findLinkedBetween,
  findPostings,
  isPosted,
  linkSplitTransaction,
  linkTransactions,
} from './transactions.ts'
