/** Counting stops here; what is more is shown as “more than”. */
export const VIEW_COUNT_MAX = 999
