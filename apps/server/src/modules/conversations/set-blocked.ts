import { type Conversation, fromSid } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import { accessConversation } from './access.ts'
import { blockNumber } from './block-number.ts'
import type { ConversationDeps } from './deps.ts'

/** Blocks the number of a conversation's contact for the whole business, or lifts the block. */
export function setBlocked(
  deps: ConversationDeps,
  actor: Actor,
  sid: string,
  isBlocked: boolean,
): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const conversationId = fromSid(sid)
    const { phoneNumber: phone } = await accessConversation(tx, actor, conversationId)
    await blockNumber(deps, tx, actor, { phone, isBlocked })
    return accessConversation(tx, actor, conversationId)
  })
}
