import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hashToken } from './tokens.ts'

/**
 * Limits the session to one location, or to all of the user's locations, from its next refresh on. Later sessions of
 * the user, on any device, start with the same choice.
 */
export async function setLocation(
  tx: TenantTx,
  actor: Actor,
  { locationID, refreshToken }: { locationID: string | null; refreshToken: string },
): Promise<void> {
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
  await tx.updateTable('directory.sessions').set({ locationId: locationID }).where('id', '=', actor.sessionId).execute()
  if (actor.viewingAs) return
  await tx
    .updateTable('users')
    .set({ chosenLocationId: locationID })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', actor.userId)
    .execute()
}
