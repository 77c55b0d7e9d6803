export const BULK_CHANGES = [
  'close',
  'open',
  'folder',
  'assign',
  'status',
  'read',
  'unread',
  'handled',
  'snooze',
  'unsnooze',
  'block',
] as const
export type BulkChange = (typeof BULK_CHANGES)[number]

/** Conversations of a bulk action, which is more than the largest business has open, and recipients of a message. */
export const BULK_MAX = 200_000

/** Limit of individually selected conversations. */
export const BULK_SELECTED_MAX = 2000

/** Changes to many contacts. */
export const CONTACT_BULK_CHANGES = [
  'add-tags',
  'remove-tags',
  'rename-tags',
  'add-labels',
  'remove-labels',
  'move',
  'delete',
] as const
export type ContactBulkChange = (typeof CONTACT_BULK_CHANGES)[number]

export const isContactBulkChange = (change: BulkChange | ContactBulkChange): change is ContactBulkChange =>
  CONTACT_BULK_CHANGES.some((known) => known === change)
