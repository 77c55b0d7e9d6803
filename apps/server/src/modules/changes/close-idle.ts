import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type ConversationDeps, type ConversationRow, findConversation } from '../conversations/index.ts'
import { startChange } from './define-change.ts'
import { closeChange } from './open-state-changes.ts'

interface Closing {
  before: string
  limit: number
  /** Only at these locations; null: at all. */
  locationIds: string[] | null
  /** Runs for each conversation before it closes, to send the closing text. */
  part?: (conversation: ConversationRow) => Promise<void>
}

/**
 * Closes at most `limit` conversations without a message since `before`, and returns how many. Unread ones stay open:
 * closing them would hide contacts without a reply. Skips locked ones, because a message may be arriving in them.
 */
export async function closeIdle(
  deps: ConversationDeps,
  tx: TenantTx,
  { before, limit, locationIds, part }: Closing,
): Promise<number> {
  const idle = tx
    .selectFrom('conversations')
    .where('tenantId', '=', tx.tenantId)
    // Written like the condition of the partial index on open conversations, so that the planner uses it.
    .where(sql<boolean>`not is_closed and not is_snoozed`)
    .where('unreadMessages', '=', 0)
    .where('sortedAt', '<', before)
    .orderBy('sortedAt')
    .orderBy('id')
    .limit(limit)
    .select('id')
    .forNoKeyUpdate()
    .skipLocked()
  const rows = await (locationIds
    ? idle.where(sql<boolean>`location_id = any(${locationIds}::uuid[])`)
    : idle
  ).execute()
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
