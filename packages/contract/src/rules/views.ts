/** Counting stops here; more is shown as "999+". */
export const VIEW_COUNT_MAX = 999
