import { type Conversation, fromSid } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { accessConversation, factsOf } from './access.ts'
import { COUNT_STEPS } from './counts.ts'
import type { ConversationDeps } from './deps.ts'
import { findConversation } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'

/** Opens or closes a conversation. One that is so already stays as it is. */
export function setOpenState(
  deps: ConversationDeps,
  actor: Actor,
  sid: string,
  isClosed: boolean,
): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const conversationId = fromSid(sid)
    const before = await accessConversation(tx, actor, conversationId, 'change')
    if (before.attributes.isClosed === isClosed) return before
    await sql`
      with changed as (
        update conversations c set is_closed = ${isClosed}, version = c.version + 1
        where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
        returning c.*, ${before.attributes.isClosed}::boolean as was_closed, c.unread_messages > 0 as was_unread
      )
      ${sql.raw(COUNT_STEPS('changed'))}`.execute(tx)
    const after = await findConversation(tx, sql<boolean>`true`, conversationId, 'read')
    if (!after) throw new Error('A locked conversation is gone.')
    const at = deps.now()
    const eventId = await recordEvent(tx, {
      type: isClosed ? 'conversation.closed' : 'conversation.opened',
      at,
      facts: factsOf(after),
      conversationId,
      actorUserId: actor.userId,
    })
    tx.afterCommit(() => announce(deps, actor.tenantId, after, [conversationChanged(eventId, at, after)]))
    return after
  })
}
