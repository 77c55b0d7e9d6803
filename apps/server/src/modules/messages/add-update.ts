import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { addInternalMessage, type MessageRow } from '../threads/index.ts'
import { updateAdded } from './events.ts'
import { accessTargetConversation } from './outbound/send-message.ts'

interface UpdateRequest {
  conversationId: string
  text: string
  clientMessageId: string
}

/** Adds an update from another system of the business to the thread, for the team only. */
export async function addUpdate(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { conversationId, text, clientMessageId }: UpdateRequest,
): Promise<{ message: MessageRow; conversation: ConversationRow }> {
  const { conversation } = await accessTargetConversation(tx, actor, { conversationId })
  return addInternalMessage(deps, tx, {
    conversation,
    id: clientMessageId,
    type: 'update',
    body: '',
    data: { update: { kind: 'reported', value: text } },
    event: updateAdded.of(),
    author: actor,
    isSame: ({ data }) => data?.update?.kind === 'reported' && data.update.value === text,
  })
}
