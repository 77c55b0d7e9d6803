import type { AuthResult } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountDeps } from './deps.ts'
import { refreshSession } from './refresh-session.ts'
import type { Caller } from './sign-in.ts'
import { hashToken } from './tokens.ts'

/**
 * Limits the session to one location, or to all of the user's locations, and renews its tokens. Later sessions of the
 * user, on any device, start with the same choice.
 */
export async function setLocation(
  deps: AccountDeps,
  actor: Actor,
  caller: Caller,
  { locationID, refreshToken }: { locationID: string | null; refreshToken: string },
): Promise<AuthResult> {
  await deps.database.inTenant(actor, async (tx) => {
    if (locationID !== null) {
      const location = await tx
        .selectFrom('locations')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', locationID)
        .select('id')
        .executeTakeFirst()
      const maySee = actor.locationIds === null || actor.locationIds.includes(locationID)
      if (!location || !maySee) throw new AppError('LocationNotFound')
    }
    const token = await tx
      .selectFrom('directory.refreshTokens')
      .where('tokenHash', '=', hashToken(refreshToken))
      .select('sessionId')
      .executeTakeFirst()
    if (token?.sessionId !== actor.sessionId) throw new AppError('SessionExpired')
    await tx
      .updateTable('directory.sessions')
      .set({ locationId: locationID })
      .where('id', '=', actor.sessionId)
      .execute()
    if (actor.viewingAs) return
    await tx
      .updateTable('users')
      .set({ chosenLocationId: locationID })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', actor.userId)
      .execute()
  })
  return refreshSession(deps, caller.address, refreshToken)
}
