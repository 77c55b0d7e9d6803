import type { AuthResult, SessionView, ViewingAs } from '@frontdesk/contract/api'
import { effectivePermissions, type HeldPermission, TENANT_CREATOR, type Viewer } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { type Clock, shift } from '../../platform/clock.ts'
import type { Database, Directory, TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findSession, findSessionEnd, findUser, type SessionRow, type UserRow } from './queries.ts'
import { hashToken, newRefreshToken, type SessionClaims, signToken, type VerifiedToken, verifyToken } from './tokens.ts'

export interface SessionDeps {
  database: Database
  secrets: Secrets
  now: Clock
}

const DAY_MS = 24 * 60 * 60_000
const lifetime = (isRemembered: boolean) => (isRemembered ? 60 * DAY_MS : DAY_MS)

/** Lifetime of a cached actor. Ending a session in this process invalidates it immediately. */
const ACTOR_CACHE_MS = 10_000

export interface Sessions {
  /** Authenticates an `Authorization` header. */
  authenticate: (authorization: string | undefined) => Promise<Actor>
  /** Authenticates a live connection; refuses users who still have to set up two-step sign-in. */
  authenticateBearer: (token: string) => Promise<Actor>
  /** Authenticates the cookie that `<img>` and `<video>` send for media. */
  authenticateFiles: (cookie: string | undefined) => Promise<Actor>
  /** Returns the session's current actor; throws once the session has ended. */
  reload: (actor: Actor) => Promise<Actor>
  /** When a session ends unless it is renewed; null once it has ended. */
  findEnd: (sessionId: string) => Promise<string | null>
  forget: (sessionId: string) => void
  forgetTenant: (tenantId: string) => void
  forgetAll: () => void
}

export function createSessions({ database, secrets, now }: SessionDeps): Sessions {
  const cache = new Map<string, { actor: Actor; until: number }>()

  /** Incremented on each invalidation, so that a row read before it isn't cached after it. */
  let invalidations = 0

  const loadActor = async (sessionId: string): Promise<Actor> => {
    const cached = cache.get(sessionId)
    if (cached && cached.until > performance.now()) return cached.actor
    const invalidationsBefore = invalidations
    const session = await findSession(database.directory, sessionId)
    if (!session || session.revokedAt !== null) throw new AppError('NotSignedIn')
    const acting = await database.inTenant(session, (tx) => findActingUser(tx, session))
    if (!acting) throw new AppError('NotSignedIn')
    const actor = toActor(acting, { sessionId, tenantId: session.tenantId })
    if (cache.size > 10_000) cache.clear()
    if (invalidationsBefore === invalidations)
      cache.set(sessionId, { actor, until: performance.now() + ACTOR_CACHE_MS })
    return actor
  }

  /** Verified tokens until they expire: checking a signature costs more than the rest of authentication. */
  const verified = new Map<string, VerifiedToken>()
  const verifyClaims = async (audience: 'api' | 'files', token: string): Promise<SessionClaims> => {
    const key = `${audience} ${token}`
    const cachedToken = verified.get(key)
    if (cachedToken && cachedToken.expiresAt > Temporal.Instant.from(now()).epochMilliseconds) return cachedToken.claims
    const verifiedToken = await verifyToken(secrets.tokenKey, audience, token, now())
    if (verified.size > 10_000) verified.clear()
    verified.set(key, verifiedToken)
    return verifiedToken.claims
  }

  const authenticateBearer = async (token: string) => loadActor((await verifyClaims('api', token)).sessionId)
  const withTwoStep = (actor: Actor) => {
    if (actor.needsTwoStep) throw new AppError('TwoStepSetupRequired')
    return actor
  }
  return {
    authenticateBearer: async (token) => withTwoStep(await authenticateBearer(token)),
    authenticate: (authorization) => authenticateBearer(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''),
    authenticateFiles: async (cookie) =>
      withTwoStep(await loadActor((await verifyClaims('files', cookie ?? '')).sessionId)),
    reload: ({ sessionId }) => loadActor(sessionId),
    findEnd: (sessionId) => findSessionEnd(database.directory, sessionId, now()),
    forget: (sessionId) => {
      invalidations += 1
      cache.delete(sessionId)
    },
    forgetAll: () => {
      invalidations += 1
      cache.clear()
    },
    forgetTenant: (tenantId) => {
      invalidations += 1
      for (const [sessionId, { actor }] of cache) if (actor.tenantId === tenantId) cache.delete(sessionId)
    },
  }
}

interface ActingUser {
  user: UserRow
  viewingAs: ViewingAs | null
}

/** Finds the user a session acts as: the signed-in user, or the teammate or role an owner views as. */
async function findActingUser(
  tx: TenantTx,
  { userId, viewAsUserId, viewAsRole }: Pick<SessionRow, 'userId' | 'viewAsUserId' | 'viewAsRole'>,
): Promise<ActingUser | undefined> {
  const signedInUser = await findUser(tx, userId)
  if (!signedInUser) return undefined
  const isImpersonating = signedInUser.role === 'Owner' && (viewAsUserId !== null || viewAsRole !== null)
  const impersonated = isImpersonating ? await findUser(tx, viewAsUserId ?? userId, viewAsRole) : undefined
  if (!impersonated) return { user: signedInUser, viewingAs: null }
  return {
    user: {
      ...impersonated,
      ...intersectLocations(signedInUser, impersonated),
      isAccountHolder: viewAsUserId !== null && impersonated.isAccountHolder,
      // Two-step sign-in is required of the user who signed in, not of the one they view as.
      needsTwoStep: signedInUser.needsTwoStep,
    },
    viewingAs: {
      role: impersonated.role,
      userID: viewAsUserId,
      displayName: impersonated.displayName,
      byUserID: signedInUser.id,
      byDisplayName: signedInUser.displayName,
    },
  }
}

type Locations = Pick<UserRow, 'hasAllLocations' | 'locationIds'>

/** Locations of both users, so that viewing as a teammate never shows a location the owner cannot see. */
function intersectLocations(signedInUser: Locations, impersonated: Locations): Locations {
  const [{ hasAllLocations, locationIds }, other] = signedInUser.hasAllLocations
    ? [impersonated, signedInUser]
    : [signedInUser, impersonated]
  return {
    hasAllLocations,
    locationIds: other.hasAllLocations ? locationIds : locationIds.filter((id) => other.locationIds.includes(id)),
  }
}

const permissionsOf = (user: UserRow): HeldPermission[] => [
  ...effectivePermissions(user.role, user.changedPermissions),
  ...(user.isAccountHolder ? [TENANT_CREATOR] : []),
]

/** A member with their current rights, for work that runs without a session. */
export type Person = Viewer & { displayName: string }

const toPerson = (user: UserRow): Person => ({
  userId: user.id,
  role: user.role,
  permissions: permissionsOf(user),
  locationIds: user.hasAllLocations ? null : user.locationIds,
  displayName: user.displayName,
})

/** Finds an active member with their current rights. */
export async function findPerson(tx: TenantTx, userId: string): Promise<Person | undefined> {
  const user = await findUser(tx, userId)
  return user && toPerson(user)
}

const toActor = ({ user, viewingAs }: ActingUser, session: { tenantId: string; sessionId: string }): Actor => ({
  ...session,
  ...toPerson(user),
  email: user.email,
  ...(viewingAs && { viewingAs }),
  ...(user.needsTwoStep && { needsTwoStep: true }),
})

/** Creates a session for a user and returns its first tokens. */
export async function openSession(
  deps: SessionDeps,
  tx: TenantTx,
  {
    userId,
    loginId,
    isRemembered,
    caller,
  }: {
    userId: string
    loginId: string
    isRemembered: boolean
    caller: { address: string; userAgent: string | undefined }
  },
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
      userAgent: caller.userAgent?.slice(0, 300) ?? null,
      address: caller.address,
      lastSeenAt: createdAt,
      createdAt,
      locationId: (query) =>
        query
          .selectFrom('users')
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', userId)
          .select('chosenLocationId'),
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

/** Describes the user a session acts as and their rights; undefined once the session has ended. */
export async function findSessionView(tx: TenantTx, sessionId: string): Promise<SessionView | undefined> {
  const session = await findSession(tx, sessionId)
  const acting = session && (await findActingUser(tx, session))
  if (!acting) return undefined
  const { user, viewingAs } = acting
  return {
    userId: user.id,
    sessionId,
    tenantId: tx.tenantId,
    tenantName: user.tenantName,
    userName: user.email,
    displayName: user.displayName,
    profileUrl: user.profileUrl,
    roles: [user.role],
    permissions: permissionsOf(user),
    locationID: chosenLocation(user, session.locationId),
    locationIDs: user.hasAllLocations ? null : user.locationIds,
    viewingAs,
    needsTwoStep: user.needsTwoStep,
  }
}

/** The chosen location while the user may see it; otherwise null for all locations, or their only one. */
function chosenLocation({ hasAllLocations, locationIds }: UserRow, chosen: string | null): string | null {
  if (chosen !== null && (hasAllLocations || locationIds.includes(chosen))) return chosen
  return locationIds.length === 1 && !hasAllLocations ? (locationIds[0] ?? null) : null
}

/** Builds the tokens and session view that sign-in and refresh return. */
export async function authResult(
  deps: SessionDeps,
  tx: TenantTx,
  claims: SessionClaims,
  refreshToken: string,
): Promise<AuthResult> {
  const view = await findSessionView(tx, claims.sessionId)
  if (!view) throw new AppError('SessionExpired')
  const bearer = await signToken(deps.secrets.tokenKey, 'api', claims, deps.now())
  return {
    ...view,
    referrerUrl: null,
    bearerToken: bearer.token,
    bearerExpiresAt: bearer.expiresAt,
    refreshToken,
  }
}
