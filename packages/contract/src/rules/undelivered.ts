/** Counting stops here; more is shown as "999+". */
export const UNDELIVERED_COUNT_MAX = 999
