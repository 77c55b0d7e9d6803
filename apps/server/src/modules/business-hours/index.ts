export { findBusinessHours } from './queries.ts'
export { businessHoursRoutes } from './routes.ts'
