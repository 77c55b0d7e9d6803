import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { accessConversations } from './access.ts'
import { startChange } from './define-change.ts'
import type { ConversationDeps } from './deps.ts'
import { closeChange, openChange } from './open-state-changes.ts'

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
    const change = isClosed ? closeChange : openChange
    const changed = await change.apply(startChange(deps, tx, { by: actor }), ids, {})
    return before.map((conversation) => changed.find(({ sid }) => sid === conversation.sid) ?? conversation)
  })
}
