export { viewRoutes } from './routes.ts'
export { saveView } from './save-view.ts'
