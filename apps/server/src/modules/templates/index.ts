export { addDefaultTemplates } from './add-defaults.ts'
