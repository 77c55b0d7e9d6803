export { findBusinessHours } from './queries.ts'
