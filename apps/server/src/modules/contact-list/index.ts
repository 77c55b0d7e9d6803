export { matchingContacts } from './count-contacts.ts'
