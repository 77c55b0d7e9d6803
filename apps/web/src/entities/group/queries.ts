/** Everything that shows groups and messages to many contacts. */
export const GROUPS_KEY = ['groups']
