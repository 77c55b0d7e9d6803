import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { announce, type ConversationDeps, findConversation } from '../../conversations/index.ts'
import { findMessages, type MessageRow, messageChanged } from '../../threads/index.ts'
import { messageDismissalUndone, messageFailureDismissed } from '../events.ts'

/** Dismisses undelivered messages. One that is being retried stays as it is. */
export const dismissUndelivered = (deps: ConversationDeps, tx: TenantTx, actor: Actor, ids: string[]) =>
  setDismissed(deps, tx, actor, { requestedIds: ids, isDismissed: true })

/** Undoes a dismissal. A message that was retried or delivered since stays as it is. */
export const restoreUndelivered = (deps: ConversationDeps, tx: TenantTx, actor: Actor, ids: string[]) =>
  setDismissed(deps, tx, actor, { requestedIds: ids, isDismissed: false })

async function setDismissed(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { requestedIds, isDismissed }: { requestedIds: string[]; isDismissed: boolean },
): Promise<MessageRow[]> {
  const ids = [...new Set(requestedIds)]
  const existing = await findMessages(tx, ids)
  // Lock conversations first and in id order, like all code does, to avoid deadlocks.
  const conversationIds = [...new Set(existing.map(({ conversationId }) => conversationId))].sort()
  const at = deps.now()
  const event = isDismissed ? messageFailureDismissed : messageDismissalUndone
  for (const id of conversationIds) {
    const conversation = await findConversation(tx, actor, id, 'change')
    if (!conversation) throw new AppError('MessageNotFound')
    const changed = await tx
      .updateTable('messages')
      .set({ dismissedAt: isDismissed ? at : null, version: sql`version + 1` })
      .where('tenantId', '=', tx.tenantId)
      .where('conversationId', '=', id)
      .where('id', 'in', ids)
      .where('deliveryStatus', 'in', ['failed', 'undelivered'])
      .where('dismissedAt', isDismissed ? 'is' : 'is not', null)
      .returning('id')
      .execute()
    const rows = await findMessages(
      tx,
      changed.map((message) => message.id),
    )
    for (const row of rows) {
      const eventId = await event.record(tx, {
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
