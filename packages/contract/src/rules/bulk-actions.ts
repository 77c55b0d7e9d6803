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
  'wake',
  'block',
] as const
export type BulkChange = (typeof BULK_CHANGES)[number]

/** More at once than a business of the largest kind has open. */
export const BULK_MAX = 200_000

/** How many somebody may have picked one by one. */
export const BULK_SELECTED_MAX = 2000
