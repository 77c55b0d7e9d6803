const KEY = 'frontdesk.ended-session'

/**
 * The email of the person whose session ended without their doing. The sign-in page says why they are there and fills
 * it in. Kept for this tab only: another tab may belong to another user by then.
 */
export const endedSession = {
  get: (): string | null => sessionStorage.getItem(KEY),
  set: (email: string) => sessionStorage.setItem(KEY, email),
  clear: () => sessionStorage.removeItem(KEY),
}
