import type { AuthResult, SessionView, ViewingAs } from '@frontdesk/contract/api'
import {
  effectivePermissions,
  type HeldPermission,
  type Role,
  TENANT_CREATOR,
  type Viewer,
} from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { type Clock, shift } from '../../platform/clock.ts'
import type { Database, Directory, TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findSession, findUser, type SessionRow, type UserRow } from './queries.ts'
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
  /** The same for a live connection; nobody is let in who still has to set up two-step sign-in. */
  authenticateBearer: (token: string) => Promise<Actor>
  /** The caller behind the cookie that opens media in `<img>` and `<video>`. */
  authenticateFiles: (cookie: string | undefined) => Promise<Actor>
  /** The actor of a session as it is now; throws once the session has ended. */
  reload: (actor: Actor) => Promise<Actor>
  forget: (sessionId: string) => void
  forgetTenant: (tenantId: string) => void
}

export function createSessions({ database, secrets, now }: SessionDeps): Sessions {
  const cache = new Map<string, { actor: Actor; until: number }>()

  /** Rises with everything forgotten: what was read before is not kept after. */
  let forgotten = 0

  const actorOf = async (sessionId: string): Promise<Actor> => {
    const cached = cache.get(sessionId)
    if (cached && cached.until > performance.now()) return cached.actor
    const asOf = forgotten
    const session = await findSession(database.directory, sessionId)
    if (!session || session.revokedAt !== null) throw new AppError('NotSignedIn')
    const acting = await database.inTenant(session, (tx) => findActing(tx, session))
    if (!acting) throw new AppError('NotSignedIn')
    const actor = toActor(acting, { sessionId, tenantId: session.tenantId })
    if (cache.size > 10_000) cache.clear()
    if (asOf === forgotten) cache.set(sessionId, { actor, until: performance.now() + ACTOR_CACHE_MS })
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

  const authenticateBearer = async (token: string) => actorOf((await claimsOf('api', token)).sessionId)
  const withTwoStep = (actor: Actor) => {
    if (actor.needsTwoStep) throw new AppError('TwoStepSetupRequired')
    return actor
  }
  return {
    authenticateBearer: async (token) => withTwoStep(await authenticateBearer(token)),
    authenticate: (authorization) => authenticateBearer(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''),
    authenticateFiles: async (cookie) => withTwoStep(await actorOf((await claimsOf('files', cookie ?? '')).sessionId)),
    reload: ({ sessionId }) => actorOf(sessionId),
    forget: (sessionId) => {
      forgotten += 1
      cache.delete(sessionId)
    },
    forgetTenant: (tenantId) => {
      forgotten += 1
      for (const [sessionId, { actor }] of cache) if (actor.tenantId === tenantId) cache.delete(sessionId)
    },
  }
}

interface Acting {
  user: UserRow
  viewingAs: ViewingAs | null
}

/** Whom a session acts as: its own user, or whom an owner chose to look as. */
async function findActing(
  tx: TenantTx,
  { userId, viewAsUserId, viewAsRole }: Pick<SessionRow, 'userId' | 'viewAsUserId' | 'viewAsRole'>,
): Promise<Acting | undefined> {
  const own = await findUser(tx, userId)
  if (!own) return undefined
  const isViewing = own.role === 'Owner' && (viewAsUserId !== null || viewAsRole !== null)
  const shown = isViewing ? await findUser(tx, viewAsUserId ?? userId, viewAsRole) : undefined
  if (!shown) return { user: own, viewingAs: null }
  return {
    user: {
      ...shown,
      ...commonLocations(own, shown),
      isAccountHolder: viewAsUserId !== null && shown.isAccountHolder,
      // Two-step sign-in is required of the person who signed in, not of the one they view as.
      needsTwoStep: own.needsTwoStep,
    },
    viewingAs: {
      role: shown.role as Role,
      userID: viewAsUserId,
      displayName: shown.displayName,
      byUserID: own.id,
      byDisplayName: own.displayName,
    },
  }
}

type Locations = Pick<UserRow, 'hasAllLocations' | 'locationIds'>

/** What both have: viewing as someone else never shows an owner a location that is not theirs. */
function commonLocations(own: Locations, shown: Locations): Locations {
  const [{ hasAllLocations, locationIds }, other] = own.hasAllLocations ? [shown, own] : [own, shown]
  return {
    hasAllLocations,
    locationIds: other.hasAllLocations ? locationIds : locationIds.filter((id) => other.locationIds.includes(id)),
  }
}

const permissionsOf = (user: UserRow): HeldPermission[] =>
  [
    ...effectivePermissions(user.role as Role, user.changedPermissions),
    ...(user.isAccountHolder ? [TENANT_CREATOR] : []),
  ] as HeldPermission[]

/** A member with the rights of this moment, for work that goes on without a session. */
export type Person = Viewer & { displayName: string }

const toPerson = (user: UserRow): Person => ({
  userId: user.id,
  role: user.role as Role,
  permissions: permissionsOf(user),
  locationIds: user.hasAllLocations ? null : user.locationIds,
  displayName: user.displayName,
})

/** Somebody who is still in the team, as what they are in it now. */
export async function findPerson(tx: TenantTx, userId: string): Promise<Person | undefined> {
  const user = await findUser(tx, userId)
  return user && toPerson(user)
}

const toActor = ({ user, viewingAs }: Acting, session: { tenantId: string; sessionId: string }): Actor => ({
  ...session,
  ...toPerson(user),
  email: user.email,
  ...(viewingAs && { viewingAs }),
  ...(user.needsTwoStep && { needsTwoStep: true }),
})

/** Opens a session for a user and returns its first tokens. */
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

/** Who a session acts as and what they may see and do; undefined once it has ended. */
export async function findSessionView(tx: TenantTx, sessionId: string): Promise<SessionView | undefined> {
  const session = await findSession(tx, sessionId)
  const acting = session && (await findActing(tx, session))
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
    roles: [user.role as Role],
    permissions: permissionsOf(user),
    locationID: chosenLocation(user, session.locationId),
    locationIDs: user.hasAllLocations ? null : user.locationIds,
    viewingAs,
    needsTwoStep: user.needsTwoStep,
  }
}

/** Where they chose to work, as long as they may see it; else all they may see, or the only one. */
function chosenLocation({ hasAllLocations, locationIds }: UserRow, chosen: string | null): string | null {
  if (chosen !== null && (hasAllLocations || locationIds.includes(chosen))) return chosen
  return locationIds.length === 1 && !hasAllLocations ? (locationIds[0] ?? null) : null
}

/** Spec section 3, "Auth result/session". */
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
