export { contactStatusRoutes } from './routes.ts'
export { findStatus, STATUSES } from './statuses.ts'
