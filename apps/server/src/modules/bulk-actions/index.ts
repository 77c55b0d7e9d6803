export { bulkActionRoutes } from './routes.ts'
export { runBulkAction } from './run-bulk-action.job.ts'
