import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { conversationHandled } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { accessConversation, changeConversations } from '../conversations/index.ts'

/** Handled without a reply: a "thanks!" waits for no answer. */
export function markHandled(deps: ConversationDeps, actor: Actor, sid: string): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const id = fromSid(sid)
    const before = await accessConversation(tx, actor, id, 'change')
    const [after] = await changeConversations(deps, tx, {
      ids: [id],
      set: { needsAnswerSince: null },
      event: conversationHandled.of(),
      update: { kind: 'handled', value: null },
      by: actor,
      at: deps.now(),
    })
    return after ?? before
  })
}
