import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockConversationsOfNumbers, refreshConversations, startChange } from '../changes/index.ts'
import { moveContact } from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import {
  accessConversation,
  type ConversationDeps,
  findOwnConversation,
  type OwnConversationRow,
} from '../conversations/index.ts'
import { findLocation } from '../locations/index.ts'
import { findVisiblePhones, seesAllOfNumbers } from '../visibility/index.ts'
import { locationChange } from './location-change.ts'

/**
 * Moves a conversation to another location, and its contact too if the actor sees all of the contact's conversations.
 * Returns null when the actor can no longer see the conversation.
 */
export async function changeLocation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, locationId }: { id: string; locationId: string },
): Promise<OwnConversationRow | null> {
  const { contactId, contactPhone } = await accessConversation(tx, actor, id)
  const location = await findLocation(tx, actor, locationId)
  if (!location) throw new AppError('LocationNotFound')
  const phones = await findVisiblePhones(tx, actor, contactPhone)
  const threads = await lockConversationsOfNumbers(tx, phones)
  // Re-check access under the lock: the conversation may have been assigned or moved in the meantime.
  await accessConversation(tx, actor, id, 'change')
  const movesContact = await seesAllOfNumbers(tx, actor, phones)
  const run = startChange(deps, tx, { by: actor })
  if (movesContact) await moveContact(tx, { userId: actor.userId, at: run.at }, { id: contactId, locationId })
  await locationChange.apply(run, [id], { location })
  const others = movesContact ? threads.filter((other) => other !== id) : []
  await refreshConversations(deps, tx, others, {
    event: contactChanged.of(),
    at: deps.now(),
    actorUserId: actor.userId,
  })
  return (await findOwnConversation(tx, actor, id)) ?? null
}
