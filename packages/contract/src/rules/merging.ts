/** Maximum number pairs in a conversation besides its own. */
export const MERGED_MAX = 20
/** Maximum messages of both conversations, which are renumbered in one transaction. */
export const MERGE_MESSAGES_MAX = 20_000
