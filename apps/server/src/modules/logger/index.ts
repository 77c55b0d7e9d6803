export { clearBrowserErrors, listBrowserErrors } from './browser-errors.ts'
