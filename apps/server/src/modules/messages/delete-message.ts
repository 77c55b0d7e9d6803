import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import {
  announce,
  type ConversationDeps,
  type ConversationRow,
  conversationChanged,
  findConversation,
  updateLatestMessage,
} from '../conversations/index.ts'
import { deleteFilesOf } from '../files/index.ts'
import { rememberAutomatedTexts } from '../messaging/index.ts'
import { accessMessage, findMessages, type MessageData, type MessageRow, messageChanged } from '../threads/index.ts'
import { removeReaction } from './apply-reaction.ts'
import { messageDeleted, noteDeleted } from './events.ts'

interface Deleted {
  message: MessageRow
  conversation: ConversationRow
  wasSent: boolean
}

/**
 * Deletes a message with its files and leaves a tombstone. A queued message is no longer sent; one that the carrier
 * has accepted cannot be recalled.
 */
export async function deleteMessage(deps: ConversationDeps, tx: TenantTx, actor: Actor, id: string): Promise<Deleted> {
  const { row, conversation } = await accessMessage(tx, actor, id)
  if (row.type === 'update') return { message: row, conversation, wasSent: false }
  if (row.type === 'note') throw new AppError('MessageNotFound')
  const deleted = await replaceWithTombstone(deps, tx, actor, { row, conversation })
  await recordAudit(tx, {
    action: 'message.deleted',
    actor,
    // The audit log must not contain contacts' phone numbers.
    subject: `Number ending in ${conversation.contactPhone.slice(-4)}`,
    locationIDs: [conversation.locationId],
    data: { isOutgoing: row.isOutgoing, writtenAt: row.createdAt, deliveryStatus: row.deliveryStatus },
    at: deps.now(),
  })
  return { ...deleted, wasSent: row.deliveryStatus !== null && row.deliveryStatus !== 'queued' }
}

/** Replaces a message or note with a tombstone. */
export async function replaceWithTombstone(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { row, conversation }: { row: MessageRow; conversation: ConversationRow },
): Promise<{ message: MessageRow; conversation: ConversationRow }> {
  const { id, conversationId } = row
  const isNote = row.type === 'note'
  const at = deps.now()
  const data: MessageData = {
    update: { kind: isNote ? 'note-deleted' : 'message-deleted', value: null },
    ...(!isNote && !row.isOutgoing && { wasInbound: true }),
  }
  const unreacted = row.data?.reaction ? await removeReaction(tx, row, conversation, at) : null
  await deleteFilesOf(tx, { messageId: id })
  if (!isNote) await updateLatestMessage(tx, conversationId, row)
  if (!isNote) await rememberAutomatedTexts(tx, { conversationIds: [conversationId], messageId: id })
  await tx
    .updateTable('messages')
    .set({
      type: 'update',
      isOutgoing: true,
      body: '',
      data: JSON.stringify(data),
      authorUserId: actor.userId,
      author: actor.displayName,
      deliveryStatus: null,
      errorCode: null,
      errorReason: null,
      canRetry: false,
      segments: null,
      version: sql`version + 1`,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  const [after] = await findMessages(tx, [id])
  const now = isNote ? conversation : await findConversation(tx, null, conversationId, 'read')
  if (!after || !now) throw new Error('Locked message not found.')
  const eventId = await (isNote ? noteDeleted : messageDeleted).record(tx, {
    at,
    scope: now,
    conversationId,
    messageId: id,
    actorUserId: actor.userId,
  })
  tx.afterCommit(() =>
    announce(deps, tx.tenantId, now, [
      messageChanged(eventId, at, after),
      ...(unreacted ? [messageChanged(unreacted.eventId, at, unreacted.message)] : []),
      ...(isNote ? [] : [conversationChanged(eventId, at, now)]),
    ]),
  )
  return { message: after, conversation: now }
}
