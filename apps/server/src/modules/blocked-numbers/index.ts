export { blockedNumberRoutes } from './routes.ts'
