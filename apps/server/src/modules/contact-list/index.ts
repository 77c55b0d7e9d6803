export { matchingContacts } from './count-contacts.ts'
export { type Lookups, lookUp, matches } from './criteria.ts'
export { listRows, readContactCursor } from './list-contacts.ts'
