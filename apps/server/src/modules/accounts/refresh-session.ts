import type { AuthResult } from '@frontdesk/contract/api'
import { isAfter, shift } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { AttemptLimits } from './limits.ts'
import { findSession } from './queries.ts'
import { authResult, issueRefreshToken, type SessionDeps } from './sessions.ts'
import { hashToken } from './tokens.ts'

/**
 * Grace period for a reused refresh token. A browser that lost the response to its refresh (page reload, dropped
 * connection) retries with the old token; that is accepted while the successor is unused.
 */
const LOST_RESPONSE_MS = 30_000

type Outcome = { result: AuthResult } | { reusedSessionId: string }

/** Exchanges a refresh token for a new one. Reuse ends the session, because one of the two users stole the token. */
export async function refreshSession(
  deps: SessionDeps & { limits: AttemptLimits; endSession: (sessionId: string) => void },
  address: string,
  refreshToken: string,
): Promise<AuthResult> {
  await deps.limits.countRefresh(address)
  const now = deps.now()
  const tokenHash = hashToken(refreshToken)
  const storedToken = await deps.database.directory
    .selectFrom('directory.refreshTokens')
    .where('tokenHash', '=', tokenHash)
    .select('sessionId')
    .executeTakeFirst()
  const session = storedToken && (await findSession(deps.database.directory, storedToken.sessionId))
  if (!storedToken || !session) throw new AppError('SessionExpired')

  const outcome = await deps.database.inTenant(session, async (tx): Promise<Outcome> => {
    // Lock the session, so that two refreshes with one token cannot both succeed.
    const locked = await tx
      .selectFrom('directory.sessions')
      .where('id', '=', storedToken.sessionId)
      .where('revokedAt', 'is', null)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    const token = await tx
      .selectFrom('directory.refreshTokens')
      .where('tokenHash', '=', tokenHash)
      .selectAll()
      .executeTakeFirst()
    if (!locked || !token || !isAfter(token.expiresAt, now)) throw new AppError('SessionExpired')

    if (token.usedAt !== null) {
      const usedSuccessor = await tx
        .selectFrom('directory.refreshTokens')
        .where('successorOf', '=', tokenHash)
        .where('usedAt', 'is not', null)
        .select('tokenHash')
        .executeTakeFirst()
      const isTolerated = !usedSuccessor && isAfter(shift(token.usedAt, LOST_RESPONSE_MS), now)
      if (!isTolerated) {
        await revokeSession(tx, storedToken.sessionId, now)
        return { reusedSessionId: storedToken.sessionId }
      }
      await tx.deleteFrom('directory.refreshTokens').where('successorOf', '=', tokenHash).execute()
    } else {
      await tx.updateTable('directory.refreshTokens').set({ usedAt: now }).where('tokenHash', '=', tokenHash).execute()
    }
    await tx
      .updateTable('directory.sessions')
      .set({ lastSeenAt: now, address })
      .where('id', '=', storedToken.sessionId)
      .execute()
    const next = await issueRefreshToken(tx, {
      sessionId: storedToken.sessionId,
      isRemembered: session.isRemembered,
      issuedAt: now,
      successorOf: tokenHash,
    })
    return { result: await authResult(deps, tx, { ...session, sessionId: storedToken.sessionId }, next) }
  })

  if ('reusedSessionId' in outcome) {
    deps.endSession(outcome.reusedSessionId)
    throw new AppError('RefreshTokenReused')
  }
  return outcome.result
}

/**
 * Ends a session in the database; the caller must also close its live connections. Returns false if it had already
 * ended.
 */
export async function revokeSession(
  db: SessionDeps['database']['directory'],
  sessionId: string,
  now: string,
): Promise<boolean> {
  const revoked = await db
    .updateTable('directory.sessions')
    .set({ revokedAt: now })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  await db.deleteFrom('directory.refreshTokens').where('sessionId', '=', sessionId).execute()
  return revoked !== undefined
}

/** Ends all sessions of a member in the database; the caller must also close their live connections. */
export async function revokeSessionsOf(
  db: SessionDeps['database']['directory'],
  { tenantId, userId }: { tenantId: string; userId: string },
  now: string,
): Promise<void> {
  const ended = await db
    .updateTable('directory.sessions')
    .set({ revokedAt: now })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await db.deleteFrom('directory.refreshTokens').where('sessionId', 'in', ids).execute()
}
