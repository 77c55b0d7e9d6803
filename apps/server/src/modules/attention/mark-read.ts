import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { startChange } from '../changes/index.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { readChange } from './attention-changes.ts'

/**
 * Marks a conversation read, and records the reader among those who saw the last message. Messages that arrived after
 * the reader's screen was rendered (`upToIndex`) stay unread.
 */
export async function markRead(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  id: string,
  upToIndex: number,
): Promise<ConversationRow> {
  const before = await accessConversation(tx, actor, id, 'change')
  const [after] = await readChange.apply(startChange(deps, tx, { by: actor }), [id], { upToIndex })
  return after ?? before
}
