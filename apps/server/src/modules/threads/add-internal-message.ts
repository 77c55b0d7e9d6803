import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type EventContent, recordEvent } from '../../platform/events/define-event.ts'
import { announce, type ConversationDeps, type ConversationRow, findConversation } from '../conversations/index.ts'
import { findMessages } from './queries.ts'
import { messageCreated } from './realtime.ts'
import type { MessageData, MessageRow } from './rows.ts'

interface InternalMessage {
  conversation: ConversationRow
  id: string
  type: 'note' | 'update' | 'booking-update' | 'payment'
  body: string
  data: MessageData
  event: EventContent
  /** `userId` is null if no teammate added it. */
  author: { userId: string | null; displayName: string }
  /** Whether a stored message with the same id is the same message, sent again. */
  isSame: (row: MessageRow) => boolean
}

/**
 * Adds a note, an update or a card about a booking or a payment to a locked conversation. The preview, the unread count
 * and the closed state stay as they are. The id comes from the client, so a repeated request returns the message that
 * it added the first time.
 */
export async function addInternalMessage(
  deps: ConversationDeps,
  tx: TenantTx,
  { conversation: before, id, type, body, data, event, author, isSame }: InternalMessage,
): Promise<{ message: MessageRow; conversation: ConversationRow }> {
  const conversationId = before.id
  const [repeated] = await findMessages(tx, [id])
  if (repeated) {
    if (repeated.type !== type || repeated.conversationId !== conversationId || !isSame(repeated))
      throw new AppError('ClientMessageIdReused')
    return { message: repeated, conversation: before }
  }
  const at = deps.now()
  const { latestIndex } = await tx
    .updateTable('conversations')
    .set({ latestIndex: sql`latest_index + 1`, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', conversationId)
    .returning('latestIndex')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('messages')
    .values({
      tenantId: tx.tenantId,
      id,
      conversationId,
      index: latestIndex,
      type,
      isOutgoing: true,
      authorUserId: author.userId,
      author: author.displayName,
      body,
      data: JSON.stringify(data),
      createdAt: at,
    })
    .execute()
  const eventId = await recordEvent(tx, {
    ...event,
    at,
    scope: before,
    conversationId,
    messageId: id,
    actorUserId: author.userId ?? undefined,
  })
  const [row] = await findMessages(tx, [id])
  const conversation = await findConversation(tx, null, conversationId, 'read')
  if (!row || !conversation) throw new Error('An internal message was not found after its insert.')
  tx.afterCommit(() => announce(deps, tx.tenantId, conversation, [messageCreated(eventId, at, conversation, row)]))
  return { message: row, conversation }
}
