import type { AuthResult } from '@frontdesk/contract/api'

/**
 * The one place in localStorage that holds the session, shared by all tabs; its value is the JSON of an `AuthResult`.
 */
export const SESSION_KEY = 'frontdesk.session'

export type StoredSession = AuthResult

export function parseSession(stored: string | null): StoredSession | null {
  if (!stored) return null
  try {
    const session: Partial<StoredSession> = JSON.parse(stored)
    return session.bearerToken && session.refreshToken && session.bearerExpiresAt && session.userId
      ? (session as StoredSession)
      : null
  } catch {
    return null
  }
}
