import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { MOVE_STEPS } from './counts.ts'

/**
 * Moves every conversation of a location to another one. The log tells of each at both places, so that who catches up
 * learns what came and what is gone; screens that are open now read their lists anew.
 */
export async function moveConversations(
  tx: TenantTx,
  { from, to, actorUserId, at }: { from: string; to: string; actorUserId: string; at: string },
): Promise<void> {
  await sql`
    with before as materialized (
      select * from conversations where tenant_id = ${tx.tenantId} and location_id = ${from} order by id for no key update
    ), changed as (
      update conversations c set location_id = ${to}, version = c.version + 1
      from before b where c.tenant_id = ${tx.tenantId} and c.id = b.id
      returning c.*
    ), told as (
      insert into events (tenant_id, type, location_id, to_user_id, conversation_id, actor_user_id, data, created_at)
      select ${tx.tenantId}, 'conversation.moved', place.id, c.to_user_id, c.id, ${actorUserId}, '{}', ${at}::timestamptz
      from changed c cross join (values (${from}::uuid), (${to}::uuid)) as place (id)
    )
    ${sql.raw(MOVE_STEPS('before', 'changed'))}`.execute(tx)
}
