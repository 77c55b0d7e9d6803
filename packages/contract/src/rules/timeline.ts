/** A contact writes with as many of our numbers at most as are shown together. */
export const TIMELINE_CONVERSATIONS_MAX = 20
