import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findAssignee } from '../assignees/index.ts'
import { findLocation } from '../locations/index.ts'
import { seesAllOfNumber } from '../visibility/index.ts'
import { accessConversation } from './access.ts'
import { changeConversations } from './change-conversations.ts'
import { lockConversationsOfNumber, refreshConversations } from './conversations-of-number.ts'
import type { ConversationDeps } from './deps.ts'
import { contactChanged, conversationAssigned, conversationMoved } from './events.ts'
import { findConversation, findOwnConversation } from './queries.ts'
import type { OwnConversationRow } from './rows.ts'

/**
 * Moves a conversation to another location, and its contact too if the actor sees all of the contact's conversations.
 * Returns null when the actor can no longer see the conversation.
 */
export function changeLocation(
  deps: ConversationDeps,
  actor: Actor,
  { id, locationId }: { id: string; locationId: string },
): Promise<OwnConversationRow | null> {
  return deps.inTenant(actor, async (tx) => {
    const { contactId, contactPhone } = await accessConversation(tx, actor, id)
    const location = await findLocation(tx, actor, locationId)
    if (!location) throw new AppError('LocationNotFound')
    const threads = await lockConversationsOfNumber(tx, contactPhone)
    // Re-check access under the lock: the conversation may have been assigned or moved in the meantime.
    await accessConversation(tx, actor, id, 'change')
    const movesContact = await seesAllOfNumber(tx, actor, contactPhone)
    if (movesContact)
      await tx
        .updateTable('contacts')
        .set({ locationId })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', contactId)
        .execute()
    await moveConversationsTo(deps, tx, actor, { ids: [id], location })
    const others = movesContact ? threads.filter((other) => other !== id) : []
    await refreshConversations(deps, tx, others, {
      event: contactChanged.of(),
      at: deps.now(),
      actorUserId: actor.userId,
    })
    return (await findOwnConversation(tx, actor, id)) ?? null
  })
}

/** Moves locked conversations. First unassigns those whose assignee cannot see the new location. */
export async function moveConversationsTo(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { ids, location }: { ids: readonly string[]; location: { id: string; name: string } },
): Promise<void> {
  const at = deps.now()
  for (const id of ids) {
    const { assigneeId, locationId } = (await findConversation(tx, null, id, 'read')) ?? {}
    if (locationId === location.id || !assigneeId || (await findAssignee(tx, assigneeId, location.id))) continue
    await changeConversations(deps, tx, {
      ids: [id],
      set: { assigneeId: null },
      event: conversationAssigned.of(),
      update: { kind: 'unassigned', value: null },
      by: actor,
      at,
    })
  }
  await changeConversations(deps, tx, {
    ids,
    set: { locationId: location.id },
    event: conversationMoved.of(),
    update: { kind: 'moved', value: location.name },
    by: actor,
    at,
  })
}
