export { messageSearchRoutes } from './routes.ts'
