import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { accessConversation, type ConversationDeps, deleteConversations } from '../conversations/index.ts'
import { lockConversationsOfNumbers } from './conversations-of-number.ts'

/** Deletes a conversation permanently. A later inbound text starts a new one. */
export async function deleteConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<void> {
  const { contactPhone } = await accessConversation(tx, actor, id)
  await lockConversationsOfNumbers(tx, [contactPhone])
  const { locationId, isContactHidden } = await accessConversation(tx, actor, id, 'change')
  // Otherwise the contact's next text would start an unrestricted conversation, which reveals the contact.
  if (isContactHidden) throw new AppError('ContactRestricted')
  await deleteConversations(deps, tx, actor, [id])
  await recordAudit(tx, {
    action: 'conversation.deleted',
    actor,
    // The audit log does not contain full numbers of contacts.
    subject: `Number ending in ${contactPhone.slice(-4)}`,
    locationIDs: [locationId],
    at: deps.now(),
  })
}
