export { contactStatusRoutes } from './routes.ts'
export { findStatus } from './statuses.ts'
