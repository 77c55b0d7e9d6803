export type { Demo } from './demo.ts'
export { devAdminRoutes } from './routes.ts'
