export { clearBrowserErrors, listBrowserErrors } from './browser-errors.ts'
export { loggerRoutes } from './routes.ts'
