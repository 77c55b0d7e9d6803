import type { Actor } from '../../platform/actor.ts'
import { accessConversation } from './access.ts'
import { defineChange, startChange } from './define-change.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationRenamed } from './events.ts'
import type { ConversationRow } from './rows.ts'

/** Renames a conversation. An empty name restores the contact's. */
export function renameConversation(
  deps: ConversationDeps,
  actor: Actor,
  { id, friendlyName }: { id: string; friendlyName: string },
): Promise<ConversationRow> {
  return deps.inTenant(actor, async (tx) => {
    const before = await accessConversation(tx, actor, id, 'change')
    const name = friendlyName === '' || friendlyName === before.contactName ? null : friendlyName
    const [after] = await nameChange.apply(startChange(deps, tx, { by: actor }), [id], { name })
    return after ?? before
  })
}

const nameChange = defineChange<{ name: string | null }>({
  apply: (run, ids, { name }) =>
    run.step(ids, {
      set: { friendlyName: name },
      event: conversationRenamed.of(),
      update: { kind: 'renamed', value: name },
    }),
})
