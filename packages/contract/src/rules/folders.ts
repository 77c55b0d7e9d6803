/** Folder of new conversations and of those of deleted folders. It can be renamed and moved, but not deleted. */
export const DEFAULT_FOLDER = 'new'

/** Folder of conversations that a review invite was sent in. */
export const REVIEW_INVITE_FOLDER = 'review-invite'

/** Folder of conversations that a campaign started. They are closed until the contact replies. */
export const CAMPAIGNS_FOLDER = 'campaigns'

/** Default folders of a location. */
export const DEFAULT_FOLDERS = [
  { folderKey: DEFAULT_FOLDER, folderName: 'Waiting Response' },
  { folderKey: REVIEW_INVITE_FOLDER, folderName: 'Review Invite Sent' },
  { folderKey: CAMPAIGNS_FOLDER, folderName: 'Campaigns' },
  { folderKey: 'reviews', folderName: 'Reviews' },
] as const

/** Maximum number of conversations per request; larger changes are bulk actions. */
export const BULK_SIDS_MAX = 200
