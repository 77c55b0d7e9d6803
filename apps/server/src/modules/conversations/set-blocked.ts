import { type Conversation, fromSid } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { accessConversation, factsOf } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { findConversation } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'

/** Blocks a contact's number for the whole business, or lifts the block; every thread with that number says so. */
export function setBlocked(
  deps: ConversationDeps,
  actor: Actor,
  sid: string,
  isBlocked: boolean,
): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const conversationId = fromSid(sid)
    const before = await accessConversation(tx, actor, conversationId, 'change')
    if (before.contact.isBlocked === isBlocked) return before
    const at = deps.now()
    const phone = before.phoneNumber
    if (isBlocked) {
      await tx
        .insertInto('blockedNumbers')
        .values({ tenantId: tx.tenantId, phone, blockedBy: actor.userId, createdAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else {
      await tx.deleteFrom('blockedNumbers').where('tenantId', '=', tx.tenantId).where('phone', '=', phone).execute()
    }
    const threads = await tx
      .updateTable('conversations')
      .set({ version: sql`version + 1` })
      .where('tenantId', '=', tx.tenantId)
      .where('contactPhone', '=', phone)
      .returning('id')
      .execute()
    for (const { id } of threads) {
      const thread = await findConversation(tx, sql<boolean>`true`, id, 'read')
      if (!thread) continue
      const eventId = await recordEvent(tx, {
        type: isBlocked ? 'conversation.blocked' : 'conversation.unblocked',
        at,
        facts: factsOf(thread),
        conversationId: id,
        actorUserId: actor.userId,
      })
      tx.afterCommit(() => announce(deps, actor.tenantId, thread, [conversationChanged(eventId, at, thread)]))
    }
    return accessConversation(tx, actor, conversationId)
  })
}
