export const CONTACT_STATUS_TYPES = ['OPEN', 'closed'] as const
