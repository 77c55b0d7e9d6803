export { statusChange } from './status-change.ts'
export { findStatus, findStatusNames, listStatuses } from './statuses.ts'
