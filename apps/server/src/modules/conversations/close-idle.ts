import type { Conversation } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { startChange } from './define-change.ts'
import type { ConversationDeps } from './deps.ts'
import { closeChange } from './open-state-changes.ts'
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
  const closed = await closeChange.apply(
    startChange(deps, tx, { by: null }),
    rows.map(({ id }) => id),
    { rule: 'auto-close' },
  )
  return closed.length
}
