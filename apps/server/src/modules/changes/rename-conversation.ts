import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { conversationRenamed } from '../conversations/events.ts'
import { accessConversation, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { defineChange, startChange } from './define-change.ts'

/** Renames a conversation. An empty name restores the contact's. */
export async function renameConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, friendlyName }: { id: string; friendlyName: string },
): Promise<ConversationRow> {
  const before = await accessConversation(tx, actor, id, 'change')
  const name = friendlyName === '' || friendlyName === before.contactName ? null : friendlyName
  const [after] = await nameChange.apply(startChange(deps, tx, { by: actor }), [id], { name })
  return after ?? before
}

const nameChange = defineChange<{ name: string | null }>({
  apply: (run, ids, { name }) =>
    run.step(ids, {
      set: { friendlyName: name },
      event: conversationRenamed.of(),
      update: { kind: 'renamed', value: name },
    }),
})
