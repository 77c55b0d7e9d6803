import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { roomsFor } from './access.ts'
import { MOVE_STEPS } from './counts.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationChanged } from './realtime.ts'
import { CONVERSATION_COLUMNS, type ConversationRow, toConversation } from './rows.ts'

/**
 * Closes the conversations that are quiet since `before`, at most `limit` of them, and returns how many. What waits unread
 * stays open: closing it would hide a customer nobody has answered. One that is being written to is left for the next time.
 */
export async function closeIdle(
  deps: ConversationDeps,
  tx: TenantTx,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const at = deps.now()
  const { rows } = await sql<ConversationRow & { eventId: string }>`
    with before as materialized (
      select * from conversations
      where tenant_id = ${tx.tenantId} and not is_closed and unread_messages = 0 and sorted_at < ${before}::timestamptz
      order by sorted_at, id limit ${limit} for no key update skip locked
    ), changed as (
      update conversations c set is_closed = true, version = c.version + 1
      from before b where c.tenant_id = ${tx.tenantId} and c.id = b.id
      returning c.*
    ), counted as (${sql.raw(MOVE_STEPS('before', 'changed'))}
    ), told as (
      insert into events (tenant_id, type, location_id, to_user_id, conversation_id, data, created_at)
      select ${tx.tenantId}, 'conversation.closed', c.location_id, c.to_user_id, c.id, '{"by":"auto-close"}', ${at}::timestamptz
      from changed c returning id, conversation_id
    )
    select told.id as "eventId", ${sql.raw(CONVERSATION_COLUMNS)}
    from told join changed c on c.id = told.conversation_id
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
    left join users u on u.tenant_id = ${tx.tenantId} and u.id = c.to_user_id`.execute(tx)
  tx.afterCommit(() => {
    for (const row of rows) {
      const rooms = roomsFor({ locationID: row.locationId, toUserID: row.toUserId })
      deps.push(tx.tenantId, rooms, conversationChanged(row.eventId, at, toConversation(row)))
    }
    deps.wake()
  })
  return rows.length
}
