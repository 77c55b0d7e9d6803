export { findOptInKeyword } from './queries.ts'
