export { clearBrowserErrors, listBrowserErrors } from './browser-errors.ts'
export { type LoggerDeps, loggerRoutes } from './routes.ts'
