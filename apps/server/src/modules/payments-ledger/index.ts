export { post } from './post.ts'
export { type Credit, findCredits, getCashSheet, listPayoutPostings } from './queries.ts'
export { findLinked, findLinkedBetween, findPostings, isPosted, linkTransaction } from './transactions.ts'
