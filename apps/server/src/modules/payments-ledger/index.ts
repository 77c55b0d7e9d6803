export { post } from './post.ts'
export { findCredits, getCashSheet } from './queries.ts'
