import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { changeConversations } from './change-conversations.ts'
import type { ConversationDeps } from './deps.ts'

/**
 * Closes the conversations that are quiet since `before`, at most `limit` of them, and returns how many. What waits unread
 * stays open: closing it would hide a customer nobody has answered. One that is being written to is left for the next time.
 */
export async function closeIdle(
  deps: ConversationDeps,
  tx: TenantTx,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where tenant_id = ${tx.tenantId} and not is_closed and not is_snoozed and unread_messages = 0 and sorted_at < ${before}::timestamptz
    order by sorted_at, id limit ${limit} for no key update skip locked`.execute(tx)
  const closed = await changeConversations(deps, tx, {
    ids: rows.map(({ id }) => id),
    set: { isClosed: true },
    event: 'conversation.closed',
    update: { kind: 'closed', value: null },
    by: null,
    at: deps.now(),
    data: { by: 'auto-close' },
  })
  return closed.length
}
