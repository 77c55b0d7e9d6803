import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { startChange } from '../changes/index.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { handledChange } from './attention-changes.ts'

/** Marks that a conversation needs no reply: a "thanks!" is no question. */
export async function markHandled(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<ConversationRow> {
  const before = await accessConversation(tx, actor, id, 'change')
  const [after] = await handledChange.apply(startChange(deps, tx, { by: actor }), [id], {})
  return after ?? before
}
