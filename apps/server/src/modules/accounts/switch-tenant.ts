import type { AuthResult } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import type { AccountDeps } from './deps.ts'
import { deviceName } from './device-name.ts'
import { findLoginOf, findSession, listTenants } from './queries.ts'
import { revokeSession } from './refresh-session.ts'
import { openSession } from './sessions.ts'
import type { Caller } from './sign-in.ts'

/** Opens a session in another business of the same login and ends the current one. */
export async function switchTenant(
  deps: AccountDeps,
  actor: Actor,
  caller: Caller,
  tenantId: string,
): Promise<AuthResult> {
  const { directory } = deps.database
  const login = await findLoginOf(directory, actor.sessionId)
  const currentSession = await findSession(directory, actor.sessionId)
  const target = (await listTenants(deps.database, login.id)).find((tenant) => tenant.tenantId === tenantId)
  if (!target || !currentSession) throw new AppError('TenantNotFound')
  const { userId } = target
  const { isRemembered } = currentSession
  const at = deps.now()
  const result = await deps.database.inTenant(target, async (tx) => {
    // The session may have ended since the request was authenticated, and must not be continued in another business.
    if (!(await revokeSession(tx, actor.sessionId, at))) throw new AppError('NotSignedIn')
    const session = await openSession(deps, tx, { userId, loginId: login.id, isRemembered, caller })
    await recordAudit(tx, {
      action: 'session.started',
      actor: { userId, displayName: session.displayName },
      subject: deviceName(caller.userAgent),
      address: caller.address,
      at,
    })
    return session
  })
  deps.endSession(actor.sessionId)
  return result
}
