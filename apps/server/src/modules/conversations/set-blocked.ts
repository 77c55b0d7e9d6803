import { type Conversation, fromSid } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import { recordAudit } from '../audit/index.ts'
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
    const threads = await lockThreads(tx, phone)
    const before = await accessConversation(tx, actor, conversationId)
    if (before.contact.isBlocked === isBlocked) return before
    const at = deps.now()
    if (isBlocked) {
      await tx
        .insertInto('blockedNumbers')
        .values({ tenantId: tx.tenantId, phone, blockedBy: actor.userId, createdAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else {
      await tx.deleteFrom('blockedNumbers').where('tenantId', '=', tx.tenantId).where('phone', '=', phone).execute()
    }
    const type = isBlocked ? 'conversation.blocked' : 'conversation.unblocked'
    await tellThreads(deps, tx, threads, { type, at, actorUserId: actor.userId })
    await recordAudit(tx, {
      action: isBlocked ? 'number.blocked' : 'number.unblocked',
      actor,
      subject: before.contact.name || 'A contact without a name',
      at,
    })
    await blockNumber(deps, tx, actor, { phone, isBlocked })
    return accessConversation(tx, actor, conversationId)
  })
}
