export { findStatus, STATUSES } from './statuses.ts'
