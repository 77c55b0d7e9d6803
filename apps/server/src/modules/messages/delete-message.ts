import type { Conversation, Message } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import {
  accessMessage,
  announce,
  conversationChanged,
  findConversation,
  findMessages,
  type MessageData,
  type MessageRow,
  messageChanged,
  toMessage,
  updateLatestMessage,
} from '../conversations/index.ts'
import { deleteFilesOf } from '../files/index.ts'
import { scopeOf } from '../visibility/index.ts'
import { removeReaction } from './apply-reaction.ts'
import { messageDeleted, noteDeleted } from './events.ts'

interface Deleted {
  message: Message
  conversation: Conversation
  wasSent: boolean
}

/**
 * Deletes a message with its files and leaves a tombstone. A queued message is not sent any more; one that the carrier
 * has accepted cannot be recalled.
 */
export function deleteMessage(deps: ConversationDeps, actor: Actor, sid: string): Promise<Deleted> {
  return deps.inTenant(actor, async (tx) => {
    const { row, conversation } = await accessMessage(tx, actor, fromSid(sid))
    if (row.type === 'update') return { message: toMessage(row), conversation, wasSent: false }
    if (row.type === 'note') throw new AppError('MessageNotFound')
    const deleted = await replaceWithTombstone(deps, tx, actor, { row, conversation })
    await recordAudit(tx, {
      action: 'message.deleted',
      actor,
      // The audit log must not contain contacts' phone numbers.
      subject: `Number ending in ${conversation.phoneNumber.slice(-4)}`,
      locationIDs: [conversation.attributes.locationID],
      data: { isOutgoing: row.isOutgoing, writtenAt: row.createdAt, deliveryStatus: row.deliveryStatus },
      at: deps.now(),
    })
    return { ...deleted, wasSent: row.deliveryStatus !== null && row.deliveryStatus !== 'queued' }
  })
}

/** Replaces a message or note with a tombstone. */
export async function replaceWithTombstone(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { row, conversation }: { row: MessageRow; conversation: Conversation },
): Promise<{ message: Message; conversation: Conversation }> {
  const { id, conversationId } = row
  const isNote = row.type === 'note'
  const at = deps.now()
  const data: MessageData = { update: { kind: isNote ? 'note-deleted' : 'message-deleted', value: null } }
  const unreacted = row.data?.reaction ? await removeReaction(tx, row, conversation, at) : null
  await deleteFilesOf(tx, id)
  if (!isNote) await updateLatestMessage(tx, conversationId, row)
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
    scope: scopeOf(now),
    conversationId,
    messageId: id,
    actorUserId: actor.userId,
  })
  const message = toMessage(after)
  tx.afterCommit(() =>
    announce(deps, tx.tenantId, now, [
      messageChanged(eventId, at, message),
      ...(unreacted ? [messageChanged(unreacted.eventId, at, unreacted.message)] : []),
      ...(isNote ? [] : [conversationChanged(eventId, at, now)]),
    ]),
  )
  return { message, conversation: now }
}
