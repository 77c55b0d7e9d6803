import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { accessConversations } from './access.ts'
import { changeConversations } from './change-conversations.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationClosed, conversationOpened } from './events.ts'

/** Opens or closes a conversation. One that is so already stays as it is. */
export async function setOpenState(
  deps: ConversationDeps,
  actor: Actor,
  sid: string,
  isClosed: boolean,
): Promise<Conversation> {
  const [conversation] = await setOpenStates(deps, actor, [sid], isClosed)
  if (!conversation) throw new AppError('ConversationNotFound')
  return conversation
}

/** The same for several, few enough to be done at once: all of them, or none. */
export function setOpenStates(
  deps: ConversationDeps,
  actor: Actor,
  sids: readonly string[],
  isClosed: boolean,
): Promise<Conversation[]> {
  return deps.inTenant(actor, async (tx) => {
    const ids = [...new Set(sids.map(fromSid))]
    const before = await accessConversations(tx, actor, ids)
    const changed = await changeConversations(deps, tx, {
      ids,
      set: { isClosed },
      event: isClosed ? conversationClosed.of() : conversationOpened.of(),
      update: { kind: isClosed ? 'closed' : 'opened', value: null },
      by: actor,
      at: deps.now(),
    })
    return before.map((one) => changed.find(({ sid }) => sid === one.sid) ?? one)
  })
}
