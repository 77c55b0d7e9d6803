import type { StoredMessageOrigin, Translation } from '@frontdesk/contract/api'
import { countSegments, MMS_TOTAL_MAX_BYTES } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { forTenant } from '../../../platform/database/for-tenant.ts'
import { AppError } from '../../../platform/errors.ts'
import { accessConversation, announce, type ConversationRow, findConversation } from '../../conversations/index.ts'
import { deleteDraft } from '../../drafts/index.ts'
import { attachFiles, type FileRow, findUnattached, shareFiles } from '../../files/index.ts'
import type { SendRequest as GateRequest } from '../../messaging/index.ts'
import { choosePair, type Pair, resolveMergedConversation } from '../../number-pairs/index.ts'
import { assertNotOnTrial } from '../../subscription/index.ts'
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
import { resolveSender } from './evaluate-send-gate.ts'
import { requireSeenReplies } from './require-seen-replies.ts'

export interface Sent {
  message: MessageRow
  conversation: ConversationRow
}

export interface SendTextRequest {
  conversationId: string
  /** The merged conversation whose number pair to use; else the one last written on. */
  viaId?: string | undefined
  text: string
  translation?: Translation | undefined
  attachmentIds: string[]
  quotedId?: string | undefined
  /** Becomes the message's id. */
  clientMessageId: string
  lastSeenIndex?: number | undefined
}

/**
 * Queues a message: stores it now, a job sends it. The client's id is the message's id, so a repeated request returns
 * the existing message. Of two such requests at once one violates the key: callers use `runIdempotently`.
 */
export async function sendMessage(deps: SendDeps, tx: TenantTx, actor: Actor, request: SendTextRequest): Promise<Sent> {
  const { conversation, viaId } = await accessTargetConversation(tx, actor, request)
  const repeated = await findRepeated(tx, request, conversation)
  if (repeated) return { message: repeated, conversation }
  await requireSeenReplies(tx, actor, conversation, request.lastSeenIndex)
  const pair = await choosePair(tx, conversation, viaId)
  await assertSendable(deps, tx, pair)

  const quotedId = await findQuotable(tx, conversation, request.quotedId)
  const files = await findAttachments(tx, actor, request.attachmentIds)
  return writeMessage(deps, tx, {
    conversation,
    viaId: pair.viaId,
    quotedId,
    id: request.clientMessageId,
    body: request.text.trimEnd(),
    translation: request.translation,
    files,
    author: actor,
  })
}

/**
 * Loads and locks the conversation to write to. If it was merged in the meantime, the reply goes to the surviving
 * conversation, through the number pair of the merged one.
 */
export async function accessTargetConversation(
  tx: TenantTx,
  actor: Actor,
  { conversationId, viaId }: { conversationId: string; viaId?: string | undefined },
): Promise<{ conversation: ConversationRow; viaId: string | undefined }> {
  const survivingId = await resolveMergedConversation(tx, conversationId)
  const conversation = await accessConversation(tx, actor, survivingId, 'change')
  return { conversation, viaId: survivingId === conversationId ? viaId : (viaId ?? conversationId) }
}

/** Returns the id of the message to quote. It must be in this conversation, and not an update. */
export async function findQuotable(
  tx: TenantTx,
  conversation: ConversationRow,
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined) return null
  const quoted = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('conversationId', '=', conversation.id)
    .where('type', '<>', 'update')
    .select('id')
    .executeTakeFirst()
  if (!quoted) throw new AppError('MessageNotFound')
  return quoted.id
}

/** Loads the caller's uploads to attach. */
export async function findAttachments(tx: TenantTx, actor: Pick<Actor, 'userId'>, ids: string[]): Promise<FileRow[]> {
  if (ids.length > 0) await assertNotOnTrial(tx, actor, 'attachment', tx.now())
  const files = await findUnattached(tx, actor, ids)
  if (files.length !== new Set(ids).size || files.length !== ids.length) throw new AppError('AttachmentUnknown')
  if (files.reduce((sum, file) => sum + (file.byteSize ?? 0), 0) > MMS_TOTAL_MAX_BYTES)
    throw new AppError('AttachmentTooLarge')
  return files
}

async function findRepeated(
  tx: TenantTx,
  request: SendTextRequest,
  conversation: ConversationRow,
): Promise<MessageRow | null> {
  const [row] = await findMessages(tx, [request.clientMessageId])
  if (!row) return null
  const isSame =
    row.isOutgoing &&
    row.conversationId === conversation.id &&
    row.body === request.text.trimEnd() &&
    row.media.map(({ id }) => id).join() === request.attachmentIds.join()
  if (!isSame) throw new AppError('ClientMessageIdReused')
  return row
}

/** Throws with the send gate's reasons unless a text may be sent for this number pair. */
export async function assertSendable(deps: SendDeps, tx: TenantTx, { contactPhone, tenantPhone }: Pair): Promise<void> {
  const sender = await resolveSender(deps, tx, { contactPhone, tenantPhone, purpose: 'conversation' })
  if (sender.account === null) throw new AppError('SendRefused', { reasons: sender.reasons })
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
  /** The files are those of a message to many; this message gets copies of them. */
  isSharingFiles?: boolean
  /** Null for automatic messages, such as the reply to HELP. */
  author: { userId: string; displayName: string } | null
  /** Name to display when no teammate wrote it. */
  authorName?: string
  /** Keeps the author's current draft, because the message was written earlier. */
  keepsDraft?: boolean
  /** `automatic`: part of a message to many contacts. Does not count as a reply: the contact keeps waiting for one. */
  purpose?: GateRequest['purpose']
  isReviewInvite?: boolean
  /** The caller enqueues the job that sends it, together with others. */
  isBatched?: boolean
  /** Checked again by the send gate at delivery; see `SendRequest`. */
  isMarketing?: boolean
  /** Why it is sent, as far as that cannot be derived later. */
  origin?: StoredMessageOrigin
}

/** Stores an outgoing message in a locked conversation, records its event and publishes it. */
export async function writeMessage(
  deps: SendDeps,
  tx: TenantTx,
  {
    conversation,
    viaId,
    quotedId = null,
    id,
    body,
    translation,
    files,
    isSharingFiles = false,
    author,
    authorName = '',
    keepsDraft = false,
    purpose = 'conversation',
    isMarketing = false,
    isReviewInvite = false,
    isBatched = false,
    origin,
  }: NewMessage,
): Promise<Sent> {
  const at = deps.now()
  const conversationId = conversation.id
  const isBulk = purpose === 'automatic'
  const latestMessage = preview(
    body,
    files.map((file) => file.contentType),
  )
  // Automatic messages don't count as a reply: the contact keeps waiting.
  const { rows } = await sql<Pick<ConversationRow, 'latestIndex'>>`
    with before as materialized (
      select c.needs_answer_since from conversations c where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
    ), changed as (
      update conversations c set
        latest_index = c.latest_index + 1, latest_message = ${latestMessage}, latest_message_at = ${at}::timestamptz, sorted_at = ${at}::timestamptz,
        latest_is_outgoing = true, latest_delivery_status = 'queued',
        latest_author = ${author?.displayName ?? authorName}, latest_author_user_id = ${author?.userId ?? null}::uuid,
        needs_answer_since = case when ${author === null || isBulk} then c.needs_answer_since end,
        has_sent_review_invite = c.has_sent_review_invite or ${isReviewInvite}, version = c.version + 1
      from before where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
      returning c.*, c.is_closed as was_closed, c.unread_messages > 0 as was_unread, before.needs_answer_since is not null as was_waiting
    ), counted as (${forTenant(tx, (tenant) => STATE_DELTAS('changed', tenant))})
    select latest_index from changed`.execute(tx)
  if (!rows[0]) throw new Error('Locked conversation not found.')
  const { latestIndex } = rows[0]
  const values = {
    id,
    conversationId,
    index: latestIndex,
    type: files.length > 0 ? ('media' as const) : ('text' as const),
    isOutgoing: true,
    authorUserId: author?.userId ?? null,
    author: author?.displayName ?? authorName,
    body,
    deliveryStatus: 'queued' as const,
    segments: countSegments(body).segments,
    createdAt: at,
  }
  const data = dataOf({ ...(quotedId && { quote: { id: quotedId } }), ...(translation && { translation }) })
  await tx
    .insertInto('messages')
    .values({
      ...values,
      tenantId: tx.tenantId,
      viaConversationId: viaId,
      purpose,
      isMarketing,
      data: data && JSON.stringify(data),
      origin: origin ? JSON.stringify(origin) : null,
    })
    .execute()
  const media = isSharingFiles ? await shareFiles(tx, id, files) : files
  if (!isSharingFiles)
    await attachFiles(
      tx,
      id,
      files.map((file) => file.id),
    )
  const eventId = await messageQueued.record(tx, {
    at,
    scope: conversation,
    conversationId,
    messageId: id,
    actorUserId: author?.userId,
    data: {
      ...(body.includes('://') && { hasLink: true }),
      ...(isBulk && { isBulk }),
      ...(isBatched && { isBatched }),
    },
  })
  const [row] = quotedId ? await findMessages(tx, [id]) : [newMessage({ ...values, viaId, data, media: [...media] })]
  const updated = await findConversation(tx, null, conversationId, 'read')
  if (!row || !updated) throw new Error('Message not found in the transaction that wrote it.')
  const sent = { message: row, conversation: updated }
  tx.afterCommit(() => announce(deps, tx.tenantId, updated, [messageCreated(eventId, at, updated, row)]))
  if (author && !keepsDraft)
    await deleteDraft(deps, tx, { conversationId, userId: author.userId, sent: translation?.text ?? body })
  return sent
}

const dataOf = (data: MessageData): MessageData | null => (Object.keys(data).length > 0 ? data : null)
