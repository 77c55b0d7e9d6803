/** Business constants. */
export const APP_VERSION = '1.8.857'
/** Accounts opened before it are never locked. */
export const GRANDFATHER_CUTOFF = '2023-03-01T00:00:00Z'
export const TRIAL_DAYS = 14
/** Grace period in which the deletion of a business can be cancelled. */
export const DELETION_GRACE_DAYS = 30
export const CONVERSATION_PAGE_SIZE = 50
export const MESSAGE_PAGE_SIZE = 50
export const PAGE_SIZE_OPTIONS = [10, 25, 50, 100] as const
/** Duration of the "sending" animation; the message keeps its actual status. */
export const DELIVERY_FALLBACK_MS = 10_000
/** Duration of the animation of a failed message; the status stays. */
export const FAILURE_FLASH_MS = 88
/** Events older than this make no sound and send no push; their data still arrives. */
export const QUIET_AFTER_MS = 3 * 60_000
export const PRESENCE_INACTIVE_MS = 60_000

/** Maximum length of a message at the carrier, in characters. https://www.twilio.com/docs/api/errors/21617 */
export const MESSAGE_TEXT_MAX = 1600
/** Drafts may exceed the message limit; longer ones are not synced. */
export const DRAFT_MAX = 10_000
export const MESSAGE_ATTACHMENTS_MAX = 10
/** Maximum total size of the media of an MMS, in bytes. */
export const MMS_TOTAL_MAX_BYTES = 5_000_000
/** Maximum size of media other than pictures that all carriers accept, in bytes. */
export const MMS_OTHER_MAX_BYTES = 600_000
/** Maximum upload size; pictures are scaled down to what carriers accept. */
export const UPLOAD_MAX_BYTES = 20_000_000
/** Maximum profile picture, in bytes and in pixels, against decompression bombs. */
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

/** Digest emails are sent after this time unread while the user is offline, at most one an hour. */
export const DIGEST_AFTER_MS = 10 * 60_000
export const DIGEST_EVERY_MS = 60 * 60_000
export const DEVICES_MAX = 20

export const PASSWORD_MIN_LENGTH = 10
/** Name of a business that signed up without one, until someone renames it. */
export const DEFAULT_BUSINESS_NAME = 'My business'
/** Lifetime of the bearer token, in seconds. */
export const BEARER_SECONDS = 15 * 60
