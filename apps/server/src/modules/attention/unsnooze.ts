import type { Actor } from '../../platform/actor.ts'
import { startChange } from '../changes/index.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { unsnoozeChange } from './attention-changes.ts'

/** Ends a snooze before its time. */
export function unsnoozeConversation(deps: ConversationDeps, actor: Actor, id: string): Promise<ConversationRow> {
  return deps.inTenant(actor, async (tx) => {
    const before = await accessConversation(tx, actor, id, 'change')
    const [after] = await unsnoozeChange.apply(startChange(deps, tx, { by: actor }), [id], {})
    return after ?? before
  })
}
