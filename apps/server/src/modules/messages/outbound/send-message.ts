import type { Translation } from '@frontdesk/contract/api'
import { MMS_TOTAL_MAX_BYTES } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Person } from '../../accounts/index.ts'
import { accessConversation, type ConversationRow } from '../../conversations/index.ts'
import { type FileRow, findUnattached } from '../../files/index.ts'
import { choosePair, type Pair, resolveMergedConversation } from '../../number-pairs/index.ts'
import { assertNotOnTrial } from '../../subscription/index.ts'
import { findMessages, type MessageRow } from '../../threads/index.ts'
import type { SendDeps } from '../deps.ts'
import { resolveSender } from './evaluate-send-gate.ts'
import { requireSeenReplies } from './require-seen-replies.ts'
import { type Sent, writeMessage } from './write-message.ts'

export interface SendTextRequest {
  conversationId: string
  /** The merged conversation whose number pair to use; else the one last written on. */
  viaId?: string | undefined
  /** Numbers of the contact that it has to reach, unless `viaId` is given. */
  toPhones?: readonly string[] | undefined
  text: string
  translation?: Translation | undefined
  attachmentIds: string[]
  /** Files of a draft, which the message gets copies of, instead of attachments. */
  sharedFiles?: readonly FileRow[] | undefined
  quotedId?: string | undefined
  /** Becomes the message's id. */
  clientMessageId: string
  lastSeenIndex?: number | undefined
}

/**
 * Queues a message: stores it now, a job sends it. The client's id is the message's id, so a repeated request returns
 * the existing message. Of two such requests at once one violates the key: callers use `runIdempotently`.
 */
export async function sendMessage(
  deps: SendDeps,
  tx: TenantTx,
  actor: Person,
  request: SendTextRequest,
): Promise<Sent> {
  const { conversation, viaId } = await accessTargetConversation(tx, actor, request)
  const repeated = await findRepeated(tx, request, conversation)
  if (repeated) return { message: repeated, conversation, isRepeated: true }
  await requireSeenReplies(tx, actor, conversation, request.lastSeenIndex)
  const pair = await choosePair(tx, conversation, viaId, request.toPhones)
  await assertSendable(deps, tx, pair)

  const quotedId = await findQuotable(tx, conversation, request.quotedId)
  const { sharedFiles } = request
  const files = sharedFiles ?? (await findAttachments(tx, actor, request.attachmentIds))
  return writeMessage(deps, tx, {
    conversation,
    viaId: pair.viaId,
    quotedId,
    id: request.clientMessageId,
    body: request.text.trimEnd(),
    translation: request.translation,
    files,
    isSharingFiles: sharedFiles !== undefined,
    author: actor,
  })
}

/**
 * Loads and locks the conversation to write to. If it was merged in the meantime, the reply goes to the surviving
 * conversation, through the number pair of the merged one.
 */
export async function accessTargetConversation(
  tx: TenantTx,
  actor: Person,
  { conversationId, viaId }: { conversationId: string; viaId?: string | undefined },
  lock: 'read' | 'change' = 'change',
): Promise<{ conversation: ConversationRow; viaId: string | undefined }> {
  const survivingId = await resolveMergedConversation(tx, conversationId)
  const conversation = await accessConversation(tx, actor, survivingId, lock)
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
export async function findAttachments(tx: TenantTx, actor: Pick<Person, 'userId'>, ids: string[]): Promise<FileRow[]> {
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
  const { text, attachmentIds, sharedFiles } = request
  const hasSameFiles = sharedFiles
    ? row.media.length === sharedFiles.length
    : row.media.map(({ id }) => id).join() === attachmentIds.join()
  const isSame = row.isOutgoing && row.conversationId === conversation.id && row.body === text.trimEnd() && hasSameFiles
  if (!isSame) throw new AppError('ClientMessageIdReused')
  return row
}

/** Throws with the send gate's reasons unless a text may be sent for this number pair. */
export async function assertSendable(deps: SendDeps, tx: TenantTx, { contactPhone, tenantPhone }: Pair): Promise<void> {
  const sender = await resolveSender(deps, tx, { contactPhone, tenantPhone, purpose: 'conversation' })
  if (sender.account === null) throw new AppError('SendRefused', { reasons: sender.reasons })
}
