/** Where conversations start, and where those of a deleted folder go. It can be renamed and moved, not deleted. */
export const DEFAULT_FOLDER = 'new'

/** Spec section 3. */
export const DEFAULT_FOLDERS = [
  { folderKey: DEFAULT_FOLDER, folderName: 'Waiting Response' },
  { folderKey: 'review-invite', folderName: 'Review Invite Sent' },
  { folderKey: 'campaigns', folderName: 'Campaigns' },
  { folderKey: 'reviews', folderName: 'Reviews' },
] as const

/** How many conversations one call may name; for more there are bulk actions. */
export const BULK_SIDS_MAX = 200
