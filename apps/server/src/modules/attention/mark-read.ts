import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { conversationRead } from '../conversations/events.ts'
import {
  accessConversation,
  announce,
  COUNT_STEPS,
  type ConversationDeps,
  conversationChanged,
  findConversation,
  findMessages,
  messageChanged,
  toMessage,
} from '../conversations/index.ts'
import { factsOf } from '../visibility/index.ts'
import { setUnreadMark } from './unread-marks.ts'

/**
 * Spec section 4: opening a conversation sets unread to 0 and records the reader among those who saw the last message.
 * What arrived after the reader's screen (`upToIndex`) stays unread.
 */
export function markRead(deps: ConversationDeps, actor: Actor, sid: string, upToIndex: number): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const conversationId = fromSid(sid)
    const before = await accessConversation(tx, actor, conversationId, 'change')
    await setUnreadMark(deps, tx, { userId: actor.userId, conversationId, isMarkedUnread: false })
    const at = deps.now()
    const last = await tx
      .selectFrom('messages')
      .where('tenantId', '=', tx.tenantId)
      .where('conversationId', '=', conversationId)
      .where('index', '<=', upToIndex)
      .orderBy('index', 'desc')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    const newlySeen =
      last &&
      (await tx
        .insertInto('messageSeen')
        .values({ tenantId: tx.tenantId, messageId: last.id, userId: actor.userId, seenAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('messageId')
        .executeTakeFirst())
    if (newlySeen) {
      await tx
        .updateTable('messages')
        .set({ version: sql`version + 1` })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', newlySeen.messageId)
        .execute()
    }
    const { rows: cleared } = await sql`
      with later as (
        select count(*)::int as n from messages m
        where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversationId} and m.index > ${upToIndex} and not m.is_outgoing
      ), changed as (
        update conversations c set unread_messages = least(c.unread_messages, later.n), version = c.version + 1
        from later
        where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId} and c.unread_messages > later.n
        returning c.*, c.is_closed as was_closed, true as was_unread, c.needs_answer_since is not null as was_waiting
      ), counted as (${forTenant(tx, (tenant) => COUNT_STEPS('changed', tenant))})
      select id from changed`.execute(tx)
    if (!newlySeen && cleared.length === 0) return before

    const after = await findConversation(tx, null, conversationId, 'read')
    const [row] = await findMessages(tx, newlySeen ? [newlySeen.messageId] : [])
    if (!after) throw new Error('A locked conversation is gone.')
    const eventId = await conversationRead.record(tx, {
      at,
      scope: factsOf(after),
      conversationId,
      messageId: newlySeen?.messageId,
      actorUserId: actor.userId,
    })
    tx.afterCommit(() =>
      announce(deps, actor.tenantId, after, [
        ...(cleared.length > 0 ? [conversationChanged(eventId, at, after)] : []),
        ...(row ? [messageChanged(eventId, at, toMessage(row))] : []),
      ]),
    )
    return after
  })
}
