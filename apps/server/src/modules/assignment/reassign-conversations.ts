import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { changeAll } from '../changes/index.ts'
import { assigned, isAssignable } from './assign-change.ts'

/**
 * Reassigns the open conversations of a removed teammate to another one, who must be able to see them, and unassigns
 * all others. Returns the number of open ones.
 */
export async function reassignConversations(
  tx: TenantTx,
  {
    fromUserId,
    toUserId,
    by,
    at,
  }: { fromUserId: string; toUserId: string | null; by: { userId: string; displayName: string }; at: string },
): Promise<number> {
  if (toUserId !== null) await requireMember(tx, toUserId)
  const isTheirs = sql<boolean>`c.to_user_id = ${fromUserId}`
  // Nothing shows these updates, so the name does not matter.
  const toUser = toUserId === null ? null : { id: toUserId, name: '' }
  const reassigned = await changeAll(
    tx,
    sql`(${isTheirs} and not c.is_closed and ${isAssignable(tx, { toUser })})`,
    assigned({ toUser }),
    { by, at },
  )
  return reassigned + (await changeAll(tx, isTheirs, assigned({ toUser: null }), { by, at }))
}

/** Locks the teammate, so that they cannot be removed while conversations are assigned to them. */
async function requireMember(tx: TenantTx, userId: string): Promise<{ hasAllLocations: boolean }> {
  const user = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .where('removedAt', 'is', null)
    .select('hasAllLocations')
    .forShare()
    .executeTakeFirst()
  if (!user) throw new AppError('AssigneeUnknown')
  return user
}
