export { type ContactAuthor, insertActivities, moveActivities, recordActivity, updateOfContacts } from './activities.ts'
export { changeContacts } from './change-contacts.ts'
export type { RecordedValue } from './contact-columns.ts'
export { contactOf } from './contact-of.ts'
export { countTags } from './counts.ts'
export { deleteContact, deleteUnusedContacts, removeUnusedNumbers } from './delete-contact.ts'
export { foldContactCountsSpec } from './fold-contact-counts.job.ts'
export { markHasConversation } from './has-conversation.ts'
export { insertContacts, insertContactsFrom } from './insert-contacts.ts'
export { mainContactId } from './main-id.ts'
export { moveContact } from './move-contact.ts'
export { recordContactOfNumberUpdated, recordContactUpdated, recordManyUpdated } from './record-contact-updated.ts'
export { CONTACT_COLUMNS, type ContactRow, toContact } from './rows.ts'
export { clearStatusKeys, setStatusOfContacts } from './set-status.ts'
export {
  addFurtherNumbers,
  arrangeContacts,
  type ContactValues,
  type ContactWithRows,
  contactIdsByPhone,
  contactMatches,
  copyToFurtherRows,
  findContactWithRows,
  lockContactsByPhone,
  lockWithMainRows,
  rowIdsOfContact,
} from './several-numbers.ts'
export { tagSpelling } from './tag-spelling.ts'
