import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

interface Handover {
  fromUserId: string
  /** Null: back to the queue. */
  toUserId: string | null
  actorUserId: string
  at: string
}

/**
 * Hands everything a leaving teammate holds to another, and returns how many open conversations there were. Those at
 * locations the other may not see, and closed ones, belong to nobody from then on.
 */
export async function reassignConversations(
  tx: TenantTx,
  { fromUserId, toUserId, actorUserId, at }: Handover,
): Promise<number> {
  if (toUserId !== null) await mustBeMember(tx, toUserId)
  const { rows } = await sql<{ open: number }>`
    with held as (
      select c.id from conversations c where c.tenant_id = ${tx.tenantId} and c.to_user_id = ${fromUserId}
      order by c.id for no key update
    ), changed as (
      update conversations c set version = c.version + 1, to_user_id = case when not c.is_closed and (
          exists (select from users u where u.tenant_id = ${tx.tenantId} and u.id = ${toUserId} and u.has_all_locations)
          or exists (
            select from user_locations l
            where l.tenant_id = ${tx.tenantId} and l.user_id = ${toUserId} and l.location_id = c.location_id
          )
        ) then ${toUserId}::uuid end
      from held where c.tenant_id = ${tx.tenantId} and c.id = held.id
      returning c.*
    ), counted as (
      insert into conversation_counts (tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_unread, n)
      select c.tenant_id, c.location_id, step.to_user_id, c.folder, c.status_key, c.is_closed, c.unread_messages > 0, step.n
      from changed c cross join lateral (values (${fromUserId}::uuid, -1), (c.to_user_id, 1)) step (to_user_id, n)
    ), told as (
      insert into events (tenant_id, type, location_id, to_user_id, conversation_id, actor_user_id, created_at)
      select c.tenant_id, step.type, c.location_id, step.to_user_id, c.id, ${actorUserId}::uuid, ${at}::timestamptz
      from changed c cross join lateral (
        values ('conversation.unassigned', ${fromUserId}::uuid), ('conversation.assigned', c.to_user_id)
      ) step (type, to_user_id)
    )
    select count(*) filter (where not is_closed)::int as open from changed`.execute(tx)
  return rows[0]?.open ?? 0
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
