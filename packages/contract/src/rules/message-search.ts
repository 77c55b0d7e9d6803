/** Maximum number of conversations in a search result. */
export const SEARCH_CONVERSATIONS_MAX = 6
