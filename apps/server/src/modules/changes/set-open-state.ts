import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { accessConversations, type ConversationDeps, type ConversationRow } from '../conversations/index.ts'
import { startChange } from './define-change.ts'
import { closeChange, openChange } from './open-state-changes.ts'

/** Opens or closes a conversation, unless it is in that state already. */
export async function setOpenState(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  id: string,
  isClosed: boolean,
): Promise<ConversationRow> {
  const [conversation] = await setOpenStates(deps, tx, actor, [id], isClosed)
  if (!conversation) throw new AppError('ConversationNotFound')
  return conversation
}

/** Opens or closes several conversations: all of them, or none. */
export async function setOpenStates(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  requestedIds: readonly string[],
  isClosed: boolean,
): Promise<ConversationRow[]> {
  const ids = [...new Set(requestedIds)]
  const before = await accessConversations(tx, actor, ids)
  const change = isClosed ? closeChange : openChange
  const changed = await change.apply(startChange(deps, tx, { by: actor }), ids, {})
  return before.map((conversation) => changed.find(({ id }) => id === conversation.id) ?? conversation)
}
