export { post } from './post.ts'
export { findCredits, getCashSheet, listEntries } from './queries.ts'
