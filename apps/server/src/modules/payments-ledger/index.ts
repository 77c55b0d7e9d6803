export { post } from './post.ts'
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
  linkTransaction,
} from './transactions.ts'
