export { devAdminRoutes } from './routes.ts'
