export { addDefaultTemplates, moveTemplates } from './add-defaults.ts'
export { templateRoutes } from './routes.ts'
