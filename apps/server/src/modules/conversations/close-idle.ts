import type { Conversation } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { changeConversations } from './change-conversations.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationClosed } from './events.ts'
import { findConversation } from './queries.ts'

interface Closing {
  before: string
  limit: number
  /** Only at these locations; null: at all. */
  locationIds: string[] | null
  /** Says goodbye in each before it closes. */
  part?: (conversation: Conversation) => Promise<void>
}

/**
 * Closes the conversations that are quiet since `before`, at most `limit` of them, and returns how many. What waits unread
 * stays open: closing it would hide a contact nobody has answered. One that is being written to is left for the next time.
 */
export async function closeIdle(
  deps: ConversationDeps,
  tx: TenantTx,
  { before, limit, locationIds, part }: Closing,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where tenant_id = ${tx.tenantId} and not is_closed and not is_snoozed and unread_messages = 0
      and sorted_at < ${before}::timestamptz
      and (${locationIds}::uuid[] is null or location_id = any(${locationIds}::uuid[]))
    order by sorted_at, id limit ${limit} for no key update skip locked`.execute(tx)
  for (const { id } of part ? rows : []) {
    const conversation = await findConversation(tx, null, id, 'read')
    if (conversation) await part?.(conversation)
  }
  const closed = await changeConversations(deps, tx, {
    ids: rows.map(({ id }) => id),
    set: { isClosed: true },
    event: conversationClosed.of({ by: 'auto-close' }),
    update: { kind: 'closed', value: null },
    by: null,
    at: deps.now(),
  })
  return closed.length
}
