import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { conversationAssigned } from '../conversations/events.ts'
import { changeManyQuietly } from '../conversations/index.ts'

/**
 * Hands everything a leaving teammate holds to another, null being the queue, and returns how many open conversations
 * there were. Those at locations the other may not see, and closed ones, belong to nobody from then on.
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
  if (toUserId !== null) await mustBeMember(tx, toUserId)
  return changeManyQuietly(tx, {
    which: sql<boolean>`c.to_user_id = ${fromUserId}`,
    set: {
      assigneeId: sql`case when not c.is_closed and (
        exists (select from users u where u.tenant_id = ${tx.tenantId} and u.id = ${toUserId} and u.has_all_locations)
        or exists (
          select from user_locations l
          where l.tenant_id = ${tx.tenantId} and l.user_id = ${toUserId} and l.location_id = c.location_id
        )
      ) then ${toUserId}::uuid end`,
    },
    event: conversationAssigned.of(),
    by,
    at,
  })
}

/** Held until the transaction ends, so that nobody is given something while they are being removed. */
export async function mustBeMember(tx: TenantTx, userId: string): Promise<{ hasAllLocations: boolean }> {
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
