/** Maximum number of conversations shown together in a timeline. */
export const TIMELINE_CONVERSATIONS_MAX = 20
