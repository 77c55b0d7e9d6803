export { countTags } from './counts.ts'
export { deleteContact, deleteUnusedContacts } from './delete-contact.ts'
export { foldContactCountsSpec } from './fold-contact-counts.job.ts'
export { markHasConversation } from './has-conversation.ts'
export { insertContacts, insertContactsFrom } from './insert-contacts.ts'
export { moveContact } from './move-contact.ts'
export { CONTACT_COLUMNS, type ContactRow, toContact } from './rows.ts'
export { setStatusOfContacts, setStatusWhere } from './set-status.ts'
export {
  arrangeContacts,
  type ContactValues,
  type ContactWithRows,
  contactIdsByPhone,
  copyToFurtherRows,
  findContactWithRows,
  insertFurtherNumber,
  lockContactsByPhone,
} from './several-numbers.ts'
