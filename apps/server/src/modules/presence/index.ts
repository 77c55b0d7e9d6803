export { createPresence, type PresenceDeps, whoIsThere } from './presence.ts'
export { presenceRoutes } from './routes.ts'
