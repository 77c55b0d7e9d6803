import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readInstant } from '../../platform/paging.ts'
import { startChange } from '../changes/index.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { waiting } from './attention-changes.ts'

/**
 * Undoes "no reply needed" or a close: the contact waits for a reply again. `since` must be the time of one of the
 * contact's texts, so that a conversation cannot be made to look older than it is. Does nothing if a teammate has
 * replied since.
 */
export async function markWaiting(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, since }: { id: string; since: string },
): Promise<ConversationRow> {
  const instant = readInstant(since, 'since')
  const before = await accessConversation(tx, actor, id, 'change')
  const run = startChange(deps, tx, { by: actor })
  const [after] = await run.step([id], {
    ...waiting(instant),
    only: sql<boolean>`(
      not c.is_closed and not c.is_blocked and c.needs_answer_since is null
      and exists (
        select from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id
          and not m.is_outgoing and m.created_at = ${instant}::timestamptz
      )
      and not exists (
        select from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id
          and m.is_outgoing and m.type in ('text', 'media') and m.author_user_id is not null
          and m.created_at > ${instant}::timestamptz
      )
    )`,
  })
  return after ?? before
}
