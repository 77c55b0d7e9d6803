export { contactRoutes } from './routes.ts'
export { updateLabels } from './update-contact.ts'
