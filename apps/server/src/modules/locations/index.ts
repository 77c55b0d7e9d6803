export { addLocation } from './add-location.ts'
export { findLocation } from './queries.ts'
export { locationRoutes } from './routes.ts'
