import { type Conversation, fromSid } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { accessConversation, factsOf } from './access.ts'
import { MOVE_STEPS } from './counts.ts'
import type { ConversationDeps } from './deps.ts'
import { findConversation } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'

/**
 * Sets the status of a conversation, or takes it away; one of the closed type closes it as well. Whether there is such a
 * status, and of which type, is for the caller to know.
 */
export async function setStatus(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { sid, statusKey, isClosing }: { sid: string; statusKey: string | null; isClosing: boolean },
): Promise<Conversation> {
  const conversationId = fromSid(sid)
  const before = await accessConversation(tx, actor, conversationId, 'change')
  if (before.attributes.statusKey === statusKey) return before
  await sql`
    with before as materialized (
      select * from conversations where tenant_id = ${tx.tenantId} and id = ${conversationId}
    ), changed as (
      update conversations c set status_key = ${statusKey}, is_closed = c.is_closed or ${isClosing}, version = c.version + 1
      where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
      returning c.*
    )
    ${sql.raw(MOVE_STEPS('before', 'changed'))}`.execute(tx)
  const after = await findConversation(tx, sql<boolean>`true`, conversationId, 'read')
  if (!after) throw new Error('A locked conversation is gone.')
  const at = deps.now()
  const changed = { at, facts: factsOf(after), conversationId, actorUserId: actor.userId }
  if (after.attributes.isClosed && !before.attributes.isClosed)
    await recordEvent(tx, { ...changed, type: 'conversation.closed', data: { by: 'status' } })
  const eventId = await recordEvent(tx, {
    ...changed,
    type: 'conversation.status-changed',
    data: { before: before.attributes.statusKey, after: statusKey },
  })
  tx.afterCommit(() => announce(deps, actor.tenantId, after, [conversationChanged(eventId, at, after)]))
  return after
}

/** Takes statuses that are no more from every conversation that has them. Open screens read their lists anew. */
export async function clearStatuses(
  tx: TenantTx,
  { keys, actorUserId, at }: { keys: string[]; actorUserId: string; at: string },
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    with before as materialized (
      select * from conversations where tenant_id = ${tx.tenantId} and status_key = any(${keys})
      order by id for no key update
    ), changed as (
      update conversations c set status_key = null, version = c.version + 1
      from before b where c.tenant_id = ${tx.tenantId} and c.id = b.id
      returning c.*
    ), told as (
      insert into events (tenant_id, type, location_id, to_user_id, conversation_id, actor_user_id, data, created_at)
      select ${tx.tenantId}, 'conversation.status-changed', c.location_id, c.to_user_id, c.id, ${actorUserId}, '{}', ${at}::timestamptz
      from changed c
    )
    ${sql.raw(MOVE_STEPS('before', 'changed'))}`.execute(tx)
}
