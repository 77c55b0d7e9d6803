/** Maximum number of conversations in a search result. */
export const SEARCH_CONVERSATIONS_MAX = 6
/** Maximum number of contacts, and of groups. */
export const SEARCH_CONTACTS_MAX = 5
export const SEARCH_GROUPS_MAX = 5
