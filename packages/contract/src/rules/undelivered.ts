/** Counting stops here; more is shown as "999+". */
export const UNDELIVERED_COUNT_MAX = 999

/** Undelivered messages that one request dismisses. */
export const UNDELIVERED_DISMISS_MAX = 100
