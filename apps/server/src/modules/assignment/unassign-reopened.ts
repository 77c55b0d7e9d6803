import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { startChange } from '../changes/index.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { assignChange } from './assign-change.ts'

/** Unassigns a locked conversation, as a rule of the business, if it has had its assignee since before an instant. */
export async function unassignReopened(
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: ConversationRow,
  before: string,
): Promise<ConversationRow> {
  const run = startChange(deps, tx, {
    by: null,
    only: sql<boolean>`coalesce(c.assigned_at <= ${before}::timestamptz, true)`,
  })
  const [after] = await assignChange.apply(run, [conversation.id], { toUser: null, rule: 'reopened' })
  return after ?? conversation
}
