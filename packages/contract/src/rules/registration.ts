export const LINK_PURPOSES = ['verify', 'reset-password', 'invite', 'change-email'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/** Lifetime of emailed links. */
export const LINK_HOURS: Record<LinkPurpose, number> = {
  verify: 7 * 24,
  'reset-password': 1,
  invite: 7 * 24,
  'change-email': 24,
}
