import { type AuthResult, defaultPermissions, type Role } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import { type Clock, shift } from '../../platform/clock.ts'
import type { Database, Directory, TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findSession, findUser, type UserRow } from './queries.ts'
import { hashToken, newRefreshToken, type SessionClaims, signToken, type VerifiedToken, verifyToken } from './tokens.ts'

export interface SessionDeps {
  database: Database
  secrets: Secrets
  now: Clock
}

const DAY_MS = 24 * 60 * 60_000
const lifetime = (isRemembered: boolean) => (isRemembered ? 60 * DAY_MS : DAY_MS)

/** How long an answer about a session may be reused; ending a session in this process forgets it at once. */
const ACTOR_CACHE_MS = 10_000

export interface Sessions {
  /** The caller behind an `Authorization` header. */
  authenticate: (authorization: string | undefined) => Promise<Actor>
  authenticateBearer: (token: string) => Promise<Actor>
  /** The caller behind the cookie that opens media in `<img>` and `<video>`. */
  authenticateFiles: (cookie: string | undefined) => Promise<Actor>
  forget: (sessionId: string) => void
}

export function createSessions({ database, secrets, now }: SessionDeps): Sessions {
  const cache = new Map<string, { actor: Actor; until: number }>()

  const actorOf = async (claims: SessionClaims): Promise<Actor> => {
    const cached = cache.get(claims.sessionId)
    if (cached && cached.until > performance.now()) return cached.actor
    const session = await findSession(database.directory, claims.sessionId)
    if (!session || session.revokedAt !== null || session.userId !== claims.userId) throw new AppError('NotSignedIn')
    const user = await database.inTenant(claims, (tx) => findUser(tx, claims.userId))
    if (!user) throw new AppError('NotSignedIn')
    const actor = toActor(user, claims)
    if (cache.size > 10_000) cache.clear()
    cache.set(claims.sessionId, { actor, until: performance.now() + ACTOR_CACHE_MS })
    return actor
  }

  /** Checking a signature costs more than the rest of a request's way in; a token that was right stays right until it expires. */
  const verified = new Map<string, VerifiedToken>()
  const claimsOf = async (audience: 'api' | 'files', token: string): Promise<SessionClaims> => {
    const key = `${audience} ${token}`
    const known = verified.get(key)
    if (known && known.expiresAt > Temporal.Instant.from(now()).epochMilliseconds) return known.claims
    const fresh = await verifyToken(secrets.tokenKey, audience, token, now())
    if (verified.size > 10_000) verified.clear()
    verified.set(key, fresh)
    return fresh.claims
  }

  const authenticateBearer = async (token: string) => actorOf(await claimsOf('api', token))
  return {
    authenticateBearer,
    authenticate: (authorization) => authenticateBearer(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''),
    authenticateFiles: async (cookie) => actorOf(await claimsOf('files', cookie ?? '')),
    forget: (sessionId) => void cache.delete(sessionId),
  }
}

const toActor = (user: UserRow, claims: SessionClaims): Actor => ({
  tenantId: claims.tenantId,
  userId: user.id,
  sessionId: claims.sessionId,
  role: user.role as Role,
  permissions: defaultPermissions(user.role as Role),
  locationIds: user.hasAllLocations ? null : user.locationIds,
  displayName: user.displayName,
  email: user.email,
})

/** Opens a session for a user and returns its first tokens. */
export async function openSession(
  deps: SessionDeps,
  tx: TenantTx,
  {
    userId,
    loginId,
    isRemembered,
    userAgent,
  }: { userId: string; loginId: string; isRemembered: boolean; userAgent: string | undefined },
): Promise<AuthResult> {
  const sessionId = newId()
  const createdAt = deps.now()
  await tx
    .insertInto('directory.sessions')
    .values({
      id: sessionId,
      loginId,
      tenantId: tx.tenantId,
      userId,
      isRemembered,
      userAgent: userAgent?.slice(0, 300) ?? null,
      createdAt,
    })
    .execute()
  const refreshToken = await issueRefreshToken(tx, { sessionId, isRemembered, issuedAt: createdAt, successorOf: null })
  return authResult(deps, tx, { userId, sessionId, tenantId: tx.tenantId }, refreshToken)
}

export async function issueRefreshToken(
  db: Directory,
  {
    sessionId,
    isRemembered,
    issuedAt,
    successorOf,
  }: {
    sessionId: string
    isRemembered: boolean
    issuedAt: string
    successorOf: Buffer | null
  },
): Promise<string> {
  const token = newRefreshToken()
  await db
    .insertInto('directory.refreshTokens')
    .values({
      tokenHash: hashToken(token),
      sessionId,
      issuedAt,
      expiresAt: shift(issuedAt, lifetime(isRemembered)),
      successorOf,
    })
    .execute()
  return token
}

/** Spec section 3, "Auth result/session". */
export async function authResult(
  deps: SessionDeps,
  tx: TenantTx,
  claims: SessionClaims,
  refreshToken: string,
): Promise<AuthResult> {
  const user = await findUser(tx, claims.userId)
  if (!user) throw new AppError('SessionExpired')
  const bearer = await signToken(deps.secrets.tokenKey, 'api', claims, deps.now())
  return {
    userId: user.id,
    sessionId: claims.sessionId,
    tenantId: claims.tenantId,
    tenantName: user.tenantName,
    userName: user.email,
    displayName: user.displayName,
    referrerUrl: null,
    bearerToken: bearer.token,
    bearerExpiresAt: bearer.expiresAt,
    refreshToken,
    profileUrl: user.profileUrl,
    roles: [user.role as Role],
    permissions: defaultPermissions(user.role as Role),
    locationID: user.hasAllLocations ? null : (user.locationIds[0] ?? null),
    locationIDs: user.hasAllLocations ? null : user.locationIds,
  }
}
