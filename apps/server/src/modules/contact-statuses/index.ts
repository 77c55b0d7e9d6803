export { statusChange } from './status-change.ts'
export { findStatus } from './statuses.ts'
