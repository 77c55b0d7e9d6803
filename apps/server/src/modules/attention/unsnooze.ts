import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { startChange } from '../changes/index.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { unsnoozeChange } from './attention-changes.ts'

/** Ends a snooze before its time. */
export async function unsnoozeConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<ConversationRow> {
  const before = await accessConversation(tx, actor, id, 'change')
  const [after] = await unsnoozeChange.apply(startChange(deps, tx, { by: actor }), [id], {})
  return after ?? before
}
