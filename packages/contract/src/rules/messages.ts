/** Kinds of updates in a conversation. */
export const UPDATE_KINDS = [
  'opened',
  'closed',
  'assigned',
  'unassigned',
  'foldered',
  'moved',
  'status-changed',
  'snoozed',
  'unsnoozed',
  'handled',
  'merged',
  'unmerged',
  'reassigned',
  'message-deleted',
  'note-deleted',
  'renamed',
  // Text of another system of the business.
  'reported',
] as const
