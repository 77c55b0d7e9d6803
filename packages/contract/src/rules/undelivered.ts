/** Counting stops here: more than this is "999+". */
export const UNDELIVERED_COUNT_MAX = 999
