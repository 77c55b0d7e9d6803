/** Nobody plans longer ahead with a conversation. */
export const SNOOZE_MAX_DAYS = 366
