/** Latest time a conversation can be snoozed until. */
export const SNOOZE_MAX_DAYS = 366
