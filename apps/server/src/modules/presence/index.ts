export { createPresence, type PresenceDeps } from './presence.ts'
export { presenceRoutes } from './routes.ts'
