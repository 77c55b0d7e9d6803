import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { announce, type ConversationDeps, findConversation } from '../../conversations/index.ts'
import { findMessages, type MessageRow, messageChanged } from '../../threads/index.ts'
import { messageFailureDismissed } from '../events.ts'

/** Dismisses undelivered messages. One that is being retried stays as it is. */
export async function dismissUndelivered(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  requestedIds: string[],
): Promise<MessageRow[]> {
  const ids = [...new Set(requestedIds)]
  const existing = await findMessages(tx, ids)
  // Lock conversations first and in id order, like all code does, to avoid deadlocks.
  const conversationIds = [...new Set(existing.map(({ conversationId }) => conversationId))].sort()
  const at = deps.now()
  for (const id of conversationIds) {
    const conversation = await findConversation(tx, actor, id, 'change')
    if (!conversation) throw new AppError('MessageNotFound')
    const changed = await tx
      .updateTable('messages')
      .set({ dismissedAt: at, version: sql`version + 1` })
      .where('tenantId', '=', tx.tenantId)
      .where('conversationId', '=', id)
      .where('id', 'in', ids)
      .where('deliveryStatus', 'in', ['failed', 'undelivered'])
      .where('dismissedAt', 'is', null)
      .returning('id')
      .execute()
    const rows = await findMessages(
      tx,
      changed.map((message) => message.id),
    )
    for (const row of rows) {
      const eventId = await messageFailureDismissed.record(tx, {
        at,
        scope: conversation,
        conversationId: id,
        messageId: row.id,
        actorUserId: actor.userId,
      })
      tx.afterCommit(() => announce(deps, tx.tenantId, conversation, [messageChanged(eventId, at, row)]))
    }
  }
  const updated = await findMessages(tx, ids)
  if (updated.length !== ids.length) throw new AppError('MessageNotFound')
  return updated
}
