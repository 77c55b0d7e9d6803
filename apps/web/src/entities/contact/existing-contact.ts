import type { Contact } from '@frontdesk/contract/api'

/** The contact that has the number already, from a `ContactExists` error; null if the viewer may not see it. */
export const existingContact = (error: unknown): Contact | null =>
  (error as { data: { contact: Contact | null } }).data.contact
