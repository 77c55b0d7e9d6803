import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { accessConversations, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { startChange } from './define-change.ts'
import { closeChange, openChange } from './open-state-changes.ts'

/** Opens or closes a conversation, unless it is in that state already. */
export async function setOpenState(
  deps: ConversationDeps,
  actor: Actor,
  id: string,
  isClosed: boolean,
): Promise<ConversationRow> {
  const [conversation] = await setOpenStates(deps, actor, [id], isClosed)
  if (!conversation) throw new AppError('ConversationNotFound')
  return conversation
}

/** Opens or closes several conversations in one transaction: all of them, or none. */
export function setOpenStates(
  deps: ConversationDeps,
  actor: Actor,
  requestedIds: readonly string[],
  isClosed: boolean,
): Promise<ConversationRow[]> {
  return deps.inTenant(actor, async (tx) => {
    const ids = [...new Set(requestedIds)]
    const before = await accessConversations(tx, actor, ids)
    const change = isClosed ? closeChange : openChange
    const changed = await change.apply(startChange(deps, tx, { by: actor }), ids, {})
    return before.map((conversation) => changed.find(({ id }) => id === conversation.id) ?? conversation)
  })
}
