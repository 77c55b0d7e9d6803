import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { conversationRead } from '../conversations/events.ts'
import {
  accessConversation,
  announce,
  type ConversationDeps,
  type ConversationRow,
  findConversation,
  findMessages,
  messageChanged,
  startChange,
} from '../conversations/index.ts'
import { readChange } from './attention-changes.ts'

/**
 * Opens a conversation: it is read, and the reader is recorded among those who saw the last message. What arrived after
 * the reader's screen was drawn (`upToIndex`) stays unread.
 */
export function markRead(
  deps: ConversationDeps,
  actor: Actor,
  conversationId: string,
  upToIndex: number,
): Promise<ConversationRow> {
  return deps.inTenant(actor, async (tx) => {
    const before = await accessConversation(tx, actor, conversationId, 'change')
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
    const run = startChange(deps, tx, { by: actor })
    const upTo = { index: upToIndex, newlySeenId: newlySeen?.messageId }
    const [changed] = await readChange.apply(run, [conversationId], { upTo })
    const [row] = await findMessages(tx, newlySeen ? [newlySeen.messageId] : [])
    if (!row) return changed ?? before
    const after = changed ?? (await findConversation(tx, null, conversationId, 'read'))
    if (!after) throw new AppError('ConversationNotFound')
    // Otherwise the change has recorded the event, with the message.
    const eventId = changed
      ? null
      : await conversationRead.record(tx, {
          at,
          scope: after,
          conversationId,
          messageId: row.id,
          actorUserId: actor.userId,
        })
    tx.afterCommit(() => announce(deps, tx.tenantId, after, [messageChanged(eventId, at, row)]))
    return after
  })
}
