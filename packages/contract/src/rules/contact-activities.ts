/** Filters of a contact’s activities. */
export const ACTIVITY_FILTERS = ['all', 'changes', 'conversations', 'notes', 'consent', 'payments'] as const
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number]

/** The operation that a change of a contact was part of. */
export const ACTIVITY_CAUSES = ['bulk', 'bulk-undo', 'import', 'import-undo'] as const
export type ContactActivityCause = (typeof ACTIVITY_CAUSES)[number]

export const ACTIVITY_PAGE_SIZE = 30
