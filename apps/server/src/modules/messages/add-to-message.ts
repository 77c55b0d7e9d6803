import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type EventContent, recordEvent } from '../../platform/events/define-event.ts'
import { announce, type ConversationDeps } from '../conversations/index.ts'
import { findMessages, lockMessage, type MessageData, type MessageRow, messageChanged } from '../threads/index.ts'

/**
 * Adds derived data to a text and publishes the change. Returns null without overwriting existing data, and for a
 * message that was deleted in the meantime.
 */
export async function addToMessage<Key extends 'linkPreview' | 'translation'>(
  deps: ConversationDeps,
  tx: TenantTx,
  messageId: string,
  { key, value, event }: { key: Key; value: NonNullable<MessageData[Key]>; event: EventContent },
): Promise<MessageRow | null> {
  const locked = await lockMessage(tx, null, messageId)
  if (!locked) return null
  const { conversation } = locked
  const changed = await tx
    .updateTable('messages')
    .set({
      data: sql`coalesce(data, '{}') || ${JSON.stringify({ [key]: value })}::jsonb`,
      version: sql`version + 1`,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', messageId)
    // Deleted messages have another type.
    .where('type', 'in', ['text', 'media'])
    .where(sql<boolean>`not coalesce(data ? ${key}, false)`)
    .returning('id')
    .executeTakeFirst()
  const [row] = changed ? await findMessages(tx, [messageId]) : []
  if (!row) return null
  const at = deps.now()
  const eventId = await recordEvent(tx, {
    ...event,
    at,
    scope: conversation,
    conversationId: row.conversationId,
    messageId: row.id,
  })
  tx.afterCommit(() => announce(deps, tx.tenantId, conversation, [messageChanged(eventId, at, row)]))
  return row
}
