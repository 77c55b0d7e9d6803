/** What a line of the thread tells that nobody wrote: what was done to the conversation. */
export const UPDATE_KINDS = [
  'opened',
  'closed',
  'assigned',
  'unassigned',
  'foldered',
  'moved',
  'status-changed',
  'snoozed',
  'woken',
  'handled',
  'merged',
  'unmerged',
  'reassigned',
  'message-deleted',
  'note-deleted',
  'renamed',
  // Words of whoever put the line there.
  'told',
] as const
