/** Pairs of numbers that may stand in one thread beside its own. */
export const MERGED_MAX = 20
/** Messages of both threads together; they are numbered anew in one go. */
export const MERGE_MESSAGES_MAX = 20_000
