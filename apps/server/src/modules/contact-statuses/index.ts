export { contactStatusRoutes } from './routes.ts'
