/** Business constants of spec section 9. */
export const APP_VERSION = '1.8.857'
/** Accounts opened before it are never locked. */
export const GRANDFATHER_CUTOFF = '2023-03-01T00:00:00Z'
export const TRIAL_DAYS = 14
/** For so long a business that is to be deleted can be kept after all. */
export const DELETION_GRACE_DAYS = 30
export const CONVERSATION_PAGE_SIZE = 50
export const MESSAGE_PAGE_SIZE = 50
export const PAGE_SIZE_OPTIONS = [10, 25, 50, 100] as const
/** After this the bubble stops animating "sending"; the true state stays on the message (design section 5). */
export const DELIVERY_FALLBACK_MS = 10_000
/** How long the animation of a failed message lasts; the state itself stays. */
export const FAILURE_FLASH_MS = 88
/** An event older than this makes no noise; its data always arrives. */
export const QUIET_AFTER_MS = 3 * 60_000
export const PRESENCE_INACTIVE_MS = 60_000

/** Longest text a carrier takes in one message, in characters. https://www.twilio.com/docs/api/errors/21617 */
export const MESSAGE_TEXT_MAX = 1600
/** What is being written may be longer while it is; beyond this it is not kept for other screens. */
export const DRAFT_MAX = 10_000
export const MESSAGE_ATTACHMENTS_MAX = 10
/** MMS limit of all media together, in bytes (market.md section 1). */
export const MMS_TOTAL_MAX_BYTES = 5_000_000
/** Carriers differ; what is not a picture passes everywhere under this, in bytes. */
export const MMS_OTHER_MAX_BYTES = 600_000
/** Largest upload accepted; pictures are scaled down to what carriers take. */
export const UPLOAD_MAX_BYTES = 20_000_000
/** Largest picture taken for a profile, in bytes and in pixels; what is small on disk may be huge in memory. */
export const PICTURE_MAX_BYTES = 10_000_000
export const PICTURE_MAX_PIXELS = 40_000_000
export const ATTACHMENT_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/quicktime',
  'video/3gpp',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/amr',
  'audio/wav',
  'application/pdf',
  'text/vcard',
  'text/plain',
  'text/csv',
] as const

/** Unread this long, and not there: then a mail, at most one an hour. */
export const DIGEST_AFTER_MS = 10 * 60_000
export const DIGEST_EVERY_MS = 60 * 60_000
export const DEVICES_MAX = 20

export const PASSWORD_MIN_LENGTH = 10
/** Name of a business that signed up without one, until someone renames it. */
export const DEFAULT_BUSINESS_NAME = 'My business'
/** Life of the bearer token, in seconds. */
export const BEARER_SECONDS = 15 * 60
