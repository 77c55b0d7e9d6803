export { CONTACT_CHANGES, ContactBulkInput, mayChangeContacts } from './bulk-changes.ts'
export type { ContactDeps } from './deps.ts'
export { updateLabels } from './update-contact.ts'
