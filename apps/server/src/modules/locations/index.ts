export { findLocation } from './queries.ts'
export { locationRoutes } from './routes.ts'
