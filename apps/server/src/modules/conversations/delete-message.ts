import { type Conversation, can, fromSid, type Message } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { AppError } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { recordAudit } from '../audit/index.ts'
import { deleteFilesOf } from '../files/index.ts'
import { accessMessage, factsOf } from './access.ts'
import { COUNT_STEPS } from './counts.ts'
import type { ConversationDeps } from './deps.ts'
import { latestSaid } from './latest-line.ts'
import { findConversation, findMessages } from './queries.ts'
import { takeBackReaction } from './react.ts'
import { announce, conversationChanged, messageChanged } from './realtime.ts'
import { type MessageData, type MessageRow, toMessage } from './rows.ts'

interface Deleted {
  message: Message
  conversation: Conversation
  wasSent: boolean
}

/**
 * Deletes a message: its text and files go, a line says that there was one. One that waits for the carrier is never sent;
 * what the carrier has cannot be called back.
 */
export function deleteMessage(deps: ConversationDeps, actor: Actor, sid: string): Promise<Deleted> {
  return deps.inTenant(actor, async (tx) => {
    const { row, conversation } = await accessMessage(tx, actor, fromSid(sid))
    if (row.type === 'update') return { message: toMessage(row), conversation, wasSent: false }
    if (row.type === 'note') throw new AppError('MessageNotFound')
    const deleted = await turnIntoLine(deps, tx, actor, { row, conversation })
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

/** Deletes a note: one's own, or anybody's with the permission to delete messages. */
export function deleteNote(deps: ConversationDeps, actor: Actor, id: string): Promise<Message> {
  return deps.inTenant(actor, async (tx) => {
    const { row, conversation } = await accessMessage(tx, actor, id)
    if (row.type === 'update') return toMessage(row)
    if (row.type !== 'note') throw new AppError('MessageNotFound')
    if (row.authorUserId !== actor.userId && !can(actor, 'convos_delete_message')) throw new AppError('NoteNotYours')
    const { message } = await turnIntoLine(deps, tx, actor, { row, conversation })
    await recordAudit(tx, {
      action: 'note.deleted',
      actor,
      subject: `Number ending in ${conversation.phoneNumber.slice(-4)}`,
      locationIDs: [conversation.attributes.locationID],
      data: { author: row.author, writtenAt: row.createdAt },
      at: deps.now(),
    })
    return message
  })
}

async function turnIntoLine(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { row, conversation }: { row: MessageRow; conversation: Conversation },
): Promise<{ message: Message; conversation: Conversation }> {
  const { id, conversationId } = row
  const isNote = row.type === 'note'
  const at = deps.now()
  const data: MessageData = { update: { kind: isNote ? 'note-deleted' : 'message-deleted', value: null } }
  const unreacted = row.data?.reaction ? await takeBackReaction(tx, row, conversation, at) : null
  await deleteFilesOf(tx, id)
  if (!isNote) await refreshInboxLine(tx, conversationId, row)
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
  if (!after || !now) throw new Error('A locked message is gone.')
  const eventId = await recordEvent(tx, {
    type: isNote ? 'note.deleted' : 'message.deleted',
    at,
    facts: factsOf(now),
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

/** The inbox line becomes that of the newest message there is, but for one that goes; if that was unread, it is so no more. */
export async function refreshInboxLine(
  tx: TenantTx,
  conversationId: string,
  gone?: Pick<MessageRow, 'id' | 'index' | 'isOutgoing'>,
): Promise<void> {
  const { id = null, index = 0, isOutgoing = true } = gone ?? {}
  await sql`
    with latest as (${latestSaid(tx, sql`${conversationId}`, sql`m.id is distinct from ${id}::uuid`)}
    ), inbound_since as (
      select count(*)::int as n from messages m
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversationId} and m.index > ${index} and not m.is_outgoing
    ), before as materialized (
      select c.unread_messages from conversations c where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
    ), changed as (
      update conversations c set
        latest_message = coalesce((select line from latest), ''),
        latest_message_at = (select created_at from latest),
        sorted_at = coalesce((select created_at from latest), c.created_at),
        latest_is_outgoing = coalesce((select is_outgoing from latest), false),
        latest_delivery_status = (select delivery_status from latest),
        latest_author = (select author from latest),
        latest_author_user_id = (select author_user_id from latest),
        unread_messages = c.unread_messages - case when not ${isOutgoing}::boolean and (select n from inbound_since) < c.unread_messages then 1 else 0 end,
        version = c.version + 1
      from before where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
      returning c.*, c.is_closed as was_closed, before.unread_messages > 0 as was_unread, c.needs_answer_since is not null as was_waiting
    ), counted as (${forTenant(tx, (tenant) => COUNT_STEPS('changed', tenant))})
    select id from changed`.execute(tx)
}
