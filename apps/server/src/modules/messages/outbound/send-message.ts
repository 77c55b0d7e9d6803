import type { Conversation, Message, SendRequest, Translation } from '@frontdesk/contract/api'
import { countSegments, fromSid, MMS_TOTAL_MAX_BYTES, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { forTenant } from '../../../platform/database/for-tenant.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import {
  accessConversation,
  announce,
  COUNT_STEPS,
  findConversation,
  findMessages,
  forgetDraft,
  type MessageData,
  messageCreated,
  preview,
  toMessage,
} from '../../conversations/index.ts'
import { attachFiles, type FileRow, findUnattached } from '../../files/index.ts'
import {
  accountOf,
  type CarrierAccount,
  checkSend,
  type SendRequest as GateRequest,
  type Refusal,
  type SendDecision,
} from '../../messaging/index.ts'
import { choosePair, type Pair, resolveMergedConversation } from '../../number-pairs/index.ts'
import { findPhoneNumber } from '../../phone-numbers/index.ts'
import { mustNotBeOnTrial } from '../../subscription/index.ts'
import { factsOf } from '../../visibility/index.ts'
import { messageQueued } from '../events.ts'
import { requireSeenReplies } from './require-seen-replies.ts'
import { writeOnce } from './write-once.ts'

export interface Sent {
  message: Message
  conversation: Conversation
}

/**
 * Takes a message on: its row first, the carrier later in a job. The client's id is the message's id, so a repeated
 * request answers with the message it already made.
 */
export async function sendMessage(deps: ConversationDeps, actor: Actor, request: SendRequest): Promise<Sent> {
  return writeOnce('messages_pkey', () =>
    deps.inTenant(actor, async (tx) => {
      const { conversation, viaSid } = await accessAddressee(tx, actor, request)
      const repeated = await findRepeated(tx, request, conversation)
      if (repeated) return { message: repeated, conversation }
      await requireSeenReplies(tx, actor, conversation, request.lastSeenIndex)
      const pair = await choosePair(tx, conversation, viaSid)
      await mustBeSendable(deps, tx, pair)

      const quotedId = await findQuotable(tx, conversation, request.quotedSid)
      const files = await findAttachments(deps, tx, actor, request.attachments)
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
    }),
  )
}

/**
 * The conversation somebody writes to, locked. One that was merged while they wrote is answered in its survivor, by its
 * own pair of numbers.
 */
export async function accessAddressee(
  tx: TenantTx,
  actor: Actor,
  { conversationSid, viaSid }: { conversationSid: string; viaSid?: string | undefined },
): Promise<{ conversation: Conversation; viaSid: string | undefined }> {
  const asked = fromSid(conversationSid)
  const place = await resolveMergedConversation(tx, asked)
  const conversation = await accessConversation(tx, actor, place, 'change')
  return { conversation, viaSid: place === asked ? viaSid : (viaSid ?? conversationSid) }
}

/** The message of this thread that is answered; lines that tell of something cannot be. */
export async function findQuotable(
  tx: TenantTx,
  conversation: Conversation,
  sid: string | undefined,
): Promise<string | null> {
  if (sid === undefined) return null
  const found = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', fromSid(sid))
    .where('conversationId', '=', fromSid(conversation.sid))
    .where('type', '<>', 'update')
    .select('id')
    .executeTakeFirst()
  if (!found) throw new AppError('MessageNotFound')
  return found.id
}

/** The caller's uploads that are to go out with a text. */
export async function findAttachments(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  sids: string[],
): Promise<FileRow[]> {
  if (sids.length > 0) await mustNotBeOnTrial(tx, actor, 'attachment', deps.now())
  const fileIds = sids.map(fromSid)
  const files = await findUnattached(tx, actor, fileIds)
  if (files.length !== new Set(fileIds).size || files.length !== fileIds.length) throw new AppError('AttachmentUnknown')
  if (files.reduce((sum, file) => sum + (file.byteSize ?? 0), 0) > MMS_TOTAL_MAX_BYTES)
    throw new AppError('AttachmentTooLarge')
  return files
}

async function findRepeated(tx: TenantTx, request: SendRequest, conversation: Conversation): Promise<Message | null> {
  const [row] = await findMessages(tx, [request.clientMessageId])
  if (!row) return null
  const isSame =
    row.isOutgoing &&
    row.conversationId === fromSid(conversation.sid) &&
    row.body === request.text.trimEnd() &&
    row.media.map(({ id }) => toSid('ME', id)).join() === request.attachments.join()
  if (!isSame) throw new AppError('ClientMessageIdReused')
  return toMessage(row)
}

/** Asks the gate for a pair of numbers; throws its reasons. */
export async function mustBeSendable(
  deps: ConversationDeps,
  tx: TenantTx,
  { contactPhone, tenantPhone }: Pair,
): Promise<void> {
  const way = await resolveSender(deps, tx, { contactPhone, tenantPhone, purpose: 'conversation' })
  if (way.account === null) throw new AppError('SendRefused', { reasons: way.reasons })
}

type WayOut = { account: CarrierAccount; reasons: [] } | { account: null; reasons: Refusal[] }
/** What a person or an answer sends is never held, only sent or refused. */
type DirectRequest = Omit<GateRequest, 'at' | 'purpose'> & { purpose: Exclude<GateRequest['purpose'], 'automatic'> }

/** The account to send with, or the gate's reasons why nothing may be sent. */
export async function resolveSender(deps: ConversationDeps, tx: TenantTx, request: DirectRequest): Promise<WayOut> {
  const { decision, account } = await askGate(deps, tx, request)
  if (decision.verdict === 'refuse') return { account: null, reasons: decision.reasons }
  return account ? { account, reasons: [] } : { account: null, reasons: ['no-sending-account'] }
}

/** The send gate's decision about this moment, and the account that would carry the text. */
export async function askGate(
  deps: ConversationDeps,
  tx: TenantTx,
  request: Omit<GateRequest, 'at'>,
): Promise<{ decision: SendDecision; account: CarrierAccount | null }> {
  const number = await findPhoneNumber(tx, request.tenantPhone)
  const account = number ? await accountOf(deps, tx, number.messagingAccountId) : null
  return { decision: await checkSend(tx, { ...request, at: deps.now() }, account !== null), account }
}

export interface NewMessage {
  conversation: Conversation
  /** By whose pair of numbers it goes; null: the conversation's own. */
  viaId: string | null
  /** What it answers. */
  quotedId?: string | null
  id: string
  body: string
  /** How its writer wrote it, where that was another language. */
  translation?: Translation | undefined
  files: FileRow[]
  /** Null for what the business itself says, such as the answer to HELP. */
  author: { userId: string; displayName: string } | null
  /** The name that stands above it where no teammate wrote it. */
  authorName?: string
  /** It was written some time ago; what its author writes now stays. */
  keepsDraft?: boolean
  purpose?: DirectRequest['purpose']
}

/** Writes an outgoing message into a locked conversation, with its event and its live push. */
export async function writeMessage(
  deps: ConversationDeps,
  tx: TenantTx,
  {
    conversation,
    viaId,
    quotedId = null,
    id,
    body,
    translation,
    files,
    author,
    authorName = '',
    keepsDraft = false,
    purpose = 'conversation',
  }: NewMessage,
): Promise<Sent> {
  const at = deps.now()
  const conversationId = fromSid(conversation.sid)
  const line = preview(
    body,
    files.map((file) => file.contentType),
  )
  // Only a person answers: what goes out by itself leaves them waiting.
  const { rows } = await sql<{ latestIndex: number }>`
    with before as materialized (
      select c.needs_answer_since from conversations c where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
    ), changed as (
      update conversations c set
        latest_index = c.latest_index + 1, latest_message = ${line}, latest_message_at = ${at}::timestamptz, sorted_at = ${at}::timestamptz,
        latest_is_outgoing = true, latest_delivery_status = 'queued',
        latest_author = ${author?.displayName ?? authorName}, latest_author_user_id = ${author?.userId ?? null}::uuid,
        needs_answer_since = case when ${author === null} then c.needs_answer_since end, version = c.version + 1
      from before where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
      returning c.*, c.is_closed as was_closed, c.unread_messages > 0 as was_unread, before.needs_answer_since is not null as was_waiting
    ), counted as (${forTenant(tx, (tenant) => COUNT_STEPS('changed', tenant))})
    select latest_index from changed`.execute(tx)
  if (!rows[0]) throw new Error('A locked conversation is gone.')
  const { latestIndex } = rows[0]
  await tx
    .insertInto('messages')
    .values({
      tenantId: tx.tenantId,
      id,
      conversationId,
      viaConversationId: viaId,
      index: latestIndex,
      type: files.length > 0 ? 'media' : 'text',
      isOutgoing: true,
      authorUserId: author?.userId ?? null,
      author: author?.displayName ?? authorName,
      body,
      purpose,
      data: dataOf({ ...(quotedId && { quote: { id: quotedId } }), ...(translation && { translation }) }),
      deliveryStatus: 'queued',
      segments: countSegments(body).segments,
      createdAt: at,
    })
    .execute()
  await attachFiles(
    tx,
    id,
    files.map((file) => file.id),
  )
  const eventId = await messageQueued.record(tx, {
    at,
    scope: factsOf(conversation),
    conversationId,
    messageId: id,
    actorUserId: author?.userId,
    ...(body.includes('://') && { data: { hasLink: true } }),
  })
  const [row] = await findMessages(tx, [id])
  const after = await findConversation(tx, null, conversationId, 'read')
  if (!row || !after) throw new Error('A message that was just written was not found.')
  const sent = { message: toMessage(row), conversation: after }
  tx.afterCommit(() => announce(deps, tx.tenantId, after, [messageCreated(eventId, at, after, sent.message)]))
  if (author && !keepsDraft)
    await forgetDraft(deps, tx, { conversationId, userId: author.userId, sent: translation?.text ?? body })
  return sent
}

const dataOf = (data: MessageData) => (Object.keys(data).length > 0 ? JSON.stringify(data) : null)
