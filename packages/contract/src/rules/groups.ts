export const GROUP_KINDS = ['fixed', 'dynamic'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]

export const GROUP_NAME_MAX = 60
/** Groups of a business. */
export const GROUPS_MAX = 500
/** Contacts that one transaction adds to a group, or as recipients; more are added by a job. */
export const GROUP_BATCH = 5000

export const GROUP_MESSAGE_KINDS = ['group', 'bulk', 'review-invite', 'campaign'] as const
export type GroupMessageKind = (typeof GROUP_MESSAGE_KINDS)[number]

export const GROUP_MESSAGE_STATES = ['running', 'paused', 'stopped', 'done', 'undone'] as const
export type GroupMessageState = (typeof GROUP_MESSAGE_STATES)[number]

/** Outcome of a recipient. `sent` covers everything on its way to the contact. */
export const RECIPIENT_OUTCOMES = ['pending', 'held', 'sent', 'delivered', 'failed', 'skipped', 'cancelled'] as const
export type RecipientOutcome = (typeof RECIPIENT_OUTCOMES)[number]

/** Why a recipient got no message, or gets it later; the web app translates them. */
export const SKIP_REASONS = [
  'opted-out',
  'opted-out-of-marketing',
  'no-consent',
  'consent-review',
  'blocked',
  'landline',
  'unreachable',
  'no-sending-account',
  'no-number',
  'invalid-number',
  'no-access',
  'contact-deleted',
  'merged',
  'no-review-link',
  'empty',
  'too-long',
  'quiet-hours',
  'legal-holiday',
  'daily-limit',
  'number-limit',
  'brand-limit',
  'scheduled',
  'missed',
  'replied',
  'control-group',
  'earlier-failed',
  'conversation-deleted',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** A text of a recipient within this many days after a group message is a reply to it. */
export const GROUP_REPLY_DAYS = 7

/** A preview counts recipients up to here. */
export const GROUP_PREVIEW_MAX = 10_000

/** To how many recipients a preview shows the text. */
export const GROUP_PREVIEW_SAMPLES = 10

/** How many messages the performance of a group is about. */
export const PERFORMANCE_MESSAGES = 10
