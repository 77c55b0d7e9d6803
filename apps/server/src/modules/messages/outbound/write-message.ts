import type { StoredMessageOrigin, Translation } from '@frontdesk/contract/api'
import { countSegments, maskCardNumbers } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import { forTenant } from '../../../platform/database/for-tenant.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { announce, type ConversationRow, findConversationsByIds } from '../../conversations/index.ts'
import { deleteDraft } from '../../drafts/index.ts'
import { attachFiles, type FileRow, shareFiles } from '../../files/index.ts'
import type { SendRequest as GateRequest } from '../../messaging/index.ts'
import {
  findMessages,
  type MessageData,
  type MessageRow,
  messageCreated,
  newMessage,
  preview,
} from '../../threads/index.ts'
import { STATE_DELTAS } from '../../totals/index.ts'
import type { SendDeps } from '../deps.ts'
import { messageQueued } from '../events.ts'
import { bulkSendSpecs } from './delivery-jobs.ts'

export interface Sent {
  message: MessageRow
  conversation: ConversationRow
  /** Whether an earlier request wrote it. */
  isRepeated?: boolean
}

export interface NewMessage {
  conversation: ConversationRow
  /** Merged conversation whose number pair is used; null for the conversation's own. */
  viaId: string | null
  quotedId?: string | null
  id: string
  body: string
  /** The original text, if the body is a translation of it. */
  translation?: Translation | undefined
  files: readonly FileRow[]
  /** The files are those of a group message; this message gets copies of them. */
  isSharingFiles?: boolean
  /** Null for automatic messages, such as the reply to HELP. */
  author: { userId: string; displayName: string } | null
  /** Name to display when no teammate wrote it. */
  authorName?: string
  /** Keeps the author's current draft, because the message was written earlier. */
  keepsDraft?: boolean
  /** `automatic`: part of a group message. Does not count as a reply: the contact keeps waiting for one. */
  purpose?: GateRequest['purpose']
  isReviewInvite?: boolean
  /** Sent in the lane of bulk texts, by a job that sends several. */
  isBatched?: boolean
  /** Checked again by the send gate at delivery; see `SendRequest`. */
  isMarketing?: boolean
  /** Why it is sent, as far as that cannot be derived later. */
  origin?: StoredMessageOrigin
}

/** Stores an outgoing message in a locked conversation, records its event and publishes it. */
export async function writeMessage(deps: SendDeps, tx: TenantTx, message: NewMessage): Promise<Sent> {
  const [sent] = await writeMessages(deps, tx, [message])
  if (!sent) throw new Error('A message was not written.')
  return sent
}

/** The same for several messages, each in a conversation of its own, in their order. */
export async function writeMessages(deps: SendDeps, tx: TenantTx, newMessages: readonly NewMessage[]): Promise<Sent[]> {
  if (newMessages.length === 0) return []
  // JSON of half a surrogate pair is refused by the database.
  const messages = newMessages.map((message) => ({ ...message, body: maskCardNumbers(message.body.toWellFormed()) }))
  const at = deps.now()
  const advanced = await advanceConversations(tx, messages, at)
  const written = messages.map((message) => {
    const latest = advanced.get(message.conversation.id)
    if (latest === undefined) throw new Error('Locked conversation not found.')
    return toStored(message, latest.latestIndex, at)
  })
  await insertMessages(tx, written)
  const media = await storeFiles(tx, messages)
  const eventIds = await messageQueued.recordAll(
    tx,
    messages.map(({ conversation, id, author, body, purpose, isBatched = false }) => ({
      at,
      scope: conversation,
      conversationId: conversation.id,
      messageId: id,
      actorUserId: author?.userId,
      data: {
        ...(body.includes('://') && { hasLink: true }),
        ...(purpose === 'automatic' && { isBulk: true }),
        ...(isBatched && { isBatched }),
        ...(advanced.get(conversation.id)?.hasBookingOffer && author && { hasBookingOffer: true }),
      },
    })),
  )
  const batched = messages.flatMap(({ conversation, isBatched }) => (isBatched ? [conversation.id] : []))
  if (batched.length > 0) await enqueue(tx, ...bulkSendSpecs({ tenantId: tx.tenantId, conversationIds: batched }))
  const quoting = messages.flatMap(({ id, quotedId }) => (quotedId ? [id] : []))
  const quotingRows = new Map((await findMessages(tx, quoting)).map((row) => [row.id, row]))
  const updated = new Map(
    (
      await findConversationsByIds(
        tx,
        null,
        messages.map(({ conversation }) => conversation.id),
      )
    ).map((row) => [row.id, row]),
  )
  const sent = written.map(({ values, data, viaId, quotedId }, index) => {
    const message = quotedId
      ? quotingRows.get(values.id)
      : newMessage({ ...values, viaId, data, media: media.get(values.id) ?? [] })
    const [conversation, eventId] = [updated.get(values.conversationId), eventIds[index]]
    if (!message || !conversation || eventId === undefined)
      throw new Error('Message not found in the transaction that wrote it.')
    tx.afterCommit(() =>
      announce(deps, tx.tenantId, conversation, [messageCreated(eventId, at, conversation, message)]),
    )
    return { message, conversation }
  })
  for (const { author, keepsDraft = false, conversation, translation, body } of messages)
    if (author && !keepsDraft)
      await deleteDraft(deps, tx, {
        conversationId: conversation.id,
        userId: author.userId,
        sent: translation?.text ?? body,
      })
  return sent
}

const authorOf = ({ author, authorName = '' }: NewMessage) => ({
  authorUserId: author?.userId ?? null,
  author: author?.displayName ?? authorName,
})

/** Returns the stored columns of a message, and the data that only some messages have. */
function toStored(message: NewMessage, index: number, createdAt: string) {
  const { conversation, viaId, quotedId = null, id, body, translation, files, origin } = message
  const { purpose = 'conversation', isMarketing = false } = message
  const data: MessageData = { ...(quotedId && { quote: { id: quotedId } }), ...(translation && { translation }) }
  return {
    values: {
      id,
      conversationId: conversation.id,
      index,
      type: files.length > 0 ? ('media' as const) : ('text' as const),
      isOutgoing: true,
      ...authorOf(message),
      body,
      deliveryStatus: 'queued' as const,
      segments: countSegments(body).segments,
      createdAt,
    },
    viaId,
    quotedId,
    purpose,
    isMarketing,
    data: Object.keys(data).length > 0 ? data : null,
    origin: origin ?? null,
  }
}

type Stored = ReturnType<typeof toStored>

interface Advanced {
  id: string
  latestIndex: number
  hasBookingOffer: boolean
}

/** Updates the conversations for their new messages, with counter deltas. Returns each with its message’s index. */
async function advanceConversations(
  tx: TenantTx,
  messages: readonly NewMessage[],
  at: string,
): Promise<Map<string, Advanced>> {
  const ids = messages.map(({ conversation }) => conversation.id)
  if (new Set(ids).size < ids.length) throw new Error('Two messages were written to one conversation at once.')
  const values = messages.map((message) => {
    const { author, authorUserId } = authorOf(message)
    return {
      id: message.conversation.id,
      latest_message: preview(
        message.body,
        message.files.map((file) => file.contentType),
      ),
      author,
      author_user_id: authorUserId,
      // Automatic messages don't count as a reply: the contact keeps waiting.
      is_reply: message.author !== null && message.purpose !== 'automatic',
      is_review_invite: message.isReviewInvite ?? false,
    }
  })
  const { rows } = await sql<Advanced>`
    with before as materialized (
      select c.id, c.needs_answer_since, w.latest_message, w.author, w.author_user_id, w.is_reply, w.is_review_invite
      from conversations c
      join jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (
        id uuid, latest_message text, author text, author_user_id uuid, is_reply bool, is_review_invite bool
      ) on w.id = c.id
      where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[])
    ), changed as (
      update conversations c set
        latest_index = c.latest_index + 1, latest_message = b.latest_message, latest_message_at = ${at}::timestamptz,
        sorted_at = ${at}::timestamptz, latest_is_outgoing = true, latest_delivery_status = 'queued',
        latest_author = b.author, latest_author_user_id = b.author_user_id,
        needs_answer_since = case when not b.is_reply then c.needs_answer_since end,
        has_sent_review_invite = c.has_sent_review_invite or b.is_review_invite, version = c.version + 1
      from before b where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and c.id = b.id
      returning c.*, c.is_closed as was_closed, c.unread_messages > 0 as was_unread, b.needs_answer_since is not null as was_waiting
    ), counted as (${forTenant(tx, (tenant) => STATE_DELTAS('changed', tenant))})
    select c.id, c.latest_index as "latestIndex", c.has_booking_offer as "hasBookingOffer" from changed c`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function insertMessages(tx: TenantTx, stored: readonly Stored[]): Promise<void> {
  const rows = stored.map(({ values, viaId, purpose, isMarketing, data, origin }) => ({
    id: values.id,
    conversation_id: values.conversationId,
    index: values.index,
    type: values.type,
    author_user_id: values.authorUserId,
    author: values.author,
    body: values.body,
    segments: values.segments,
    via_conversation_id: viaId,
    purpose,
    is_marketing: isMarketing,
    data,
    origin,
  }))
  await sql`
    insert into messages (
      tenant_id, id, conversation_id, index, type, is_outgoing, author_user_id, author, body, delivery_status, segments,
      created_at, via_conversation_id, purpose, is_marketing, data, origin
    )
    select ${tx.tenantId}::uuid, w.id, w.conversation_id, w.index, w.type, true, w.author_user_id, w.author, w.body, 'queued',
      w.segments, ${stored[0]?.values.createdAt}::timestamptz, w.via_conversation_id, w.purpose, w.is_marketing, w.data, w.origin
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
      id uuid, conversation_id uuid, index int, type text, author_user_id uuid, author text, body text, segments int,
      via_conversation_id uuid, purpose text, is_marketing bool, data jsonb, origin jsonb
    )`.execute(tx)
}

/** Attaches the files of messages, or copies of those they share. Returns what each message has. */
async function storeFiles(tx: TenantTx, messages: readonly NewMessage[]): Promise<Map<string, FileRow[]>> {
  const media = new Map<string, FileRow[]>()
  for (const { id, files, isSharingFiles = false } of messages) {
    if (files.length === 0) continue
    if (isSharingFiles) media.set(id, await shareFiles(tx, id, files))
    else {
      await attachFiles(
        tx,
        id,
        files.map((file) => file.id),
      )
      media.set(id, [...files])
    }
  }
  return media
}
