import { type Conversation, fromSid } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import { accessConversation } from './access.ts'
import { changeConversations } from './change-conversations.ts'
import type { ConversationDeps } from './deps.ts'

/** Opens or closes a conversation. One that is so already stays as it is. */
export function setOpenState(
  deps: ConversationDeps,
  actor: Actor,
  sid: string,
  isClosed: boolean,
): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const id = fromSid(sid)
    const before = await accessConversation(tx, actor, id, 'change')
    const [after] = await changeConversations(deps, tx, {
      ids: [id],
      set: { isClosed },
      event: isClosed ? 'conversation.closed' : 'conversation.opened',
      update: { kind: isClosed ? 'closed' : 'opened', value: null },
      by: actor,
      at: deps.now(),
    })
    return after ?? before
  })
}
