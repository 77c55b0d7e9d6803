export { updateLabels } from './update-contact.ts'
