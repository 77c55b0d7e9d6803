export { findBusinessHours } from './queries.ts'
export { saveBusinessHours } from './save-business-hours.ts'
