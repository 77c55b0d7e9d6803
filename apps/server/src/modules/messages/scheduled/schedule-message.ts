import type { ScheduledMessage, Translation } from '@frontdesk/contract/api'
import { SCHEDULE_AHEAD_MAX_DAYS, SCHEDULED_PER_CONVERSATION_MAX, UNDO_SEND_SECONDS } from '@frontdesk/contract/rules'
import type { Actor } from '../../../platform/actor.ts'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { readInstant } from '../../../platform/paging.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { deleteDraft } from '../../drafts/index.ts'
import { reserveFiles } from '../../files/index.ts'
import { findQuietHours } from '../../messaging/index.ts'
import { choosePair, type Pair } from '../../number-pairs/index.ts'
import { findMessages } from '../../threads/index.ts'
import type { CarryDeps, SendDeps } from '../deps.ts'
import { requireSeenReplies } from '../outbound/require-seen-replies.ts'
import {
  accessTargetConversation,
  assertSendable,
  findAttachments,
  findQuotable,
  type SendTextRequest,
} from '../outbound/send-message.ts'
import { publishScheduled } from './publish-scheduled.ts'
import { findScheduled, listScheduled, type ScheduledRow } from './scheduled-queries.ts'

type ScheduleRequest = SendTextRequest & { sendAt?: string | undefined; paymentID?: string | undefined }

/**
 * Schedules a message. Safe to repeat: the client's id becomes the id of the message. Without a time it is sent after a
 * few seconds, in which it can be undone. Of two repeated requests at once one violates the key: callers use
 * `runIdempotently`.
 */
export async function scheduleMessage(
  deps: CarryDeps,
  tx: TenantTx,
  actor: Actor,
  request: ScheduleRequest,
): Promise<ScheduledRow> {
  // Before the conversation, in the order in which changes of documents lock both.
  const toPhones =
    request.paymentID === undefined ? undefined : await deps.sentPayments.lock(tx, actor, request.paymentID)
  const { conversation, viaId } = await accessTargetConversation(tx, actor, request)
  const repeated = await findRepeated(tx, request, conversation)
  if (repeated) return repeated
  await requireSeenReplies(tx, actor, conversation, request.lastSeenIndex)
  const pair = await choosePair(tx, conversation, viaId, toPhones)
  if (toPhones && !toPhones.includes(pair.contactPhone)) throw new AppError('PaymentNotFound')
  await assertSendable(deps, tx, pair)
  const files = await findAttachments(tx, actor, request.attachmentIds)
  const waiting = await listScheduled(tx, conversation.id)
  if (waiting.length >= SCHEDULED_PER_CONVERSATION_MAX) throw new AppError('TooManyScheduled')
  const now = deps.now()
  const scheduled = await writeScheduled(deps, tx, {
    conversation,
    pair,
    quotedId: await findQuotable(tx, conversation, request.quotedId),
    id: request.clientMessageId,
    body: request.text.trimEnd(),
    translation: request.translation,
    kind: request.sendAt === undefined ? 'undo' : 'scheduled',
    author: actor,
    sendAt: request.sendAt === undefined ? shift(now, UNDO_SEND_SECONDS * 1000) : readSendAt(request.sendAt, now),
    fileIds: files.map(({ id }) => id),
    paymentId: request.paymentID ?? null,
  })
  await deleteDraft(deps, tx, {
    conversationId: conversation.id,
    userId: actor.userId,
    sent: request.translation?.text ?? request.text,
  })
  return scheduled
}

/** Validates and normalizes the time of a scheduled message. */
export function readSendAt(sendAt: string, now: string): string {
  const instant = readInstant(sendAt, 'sendAt')
  const latest = shift(now, SCHEDULE_AHEAD_MAX_DAYS * 24 * 60 * 60_000)
  if (!isAfter(instant, now) || isAfter(instant, latest)) throw new AppError('ScheduleTimeInvalid')
  return instant
}

/** Stores a scheduled message in a locked conversation and publishes it. */
async function writeScheduled(
  deps: SendDeps,
  tx: TenantTx,
  {
    conversation,
    pair,
    quotedId = null,
    id,
    body,
    translation,
    kind,
    author,
    authorName = '',
    sendAt,
    fileIds,
    isHeld = false,
    paymentId = null,
  }: {
    conversation: ConversationRow
    pair: Pair
    quotedId?: string | null
    id: string
    body: string
    translation?: Translation | undefined
    kind: ScheduledMessage['kind']
    author: { userId: string; displayName: string } | null
    authorName?: string
    sendAt: string
    fileIds: string[]
    isHeld?: boolean
    paymentId?: string | null
  },
): Promise<ScheduledRow> {
  const at = deps.now()
  const { viaId, contactPhone, tenantPhone } = pair
  const { isContactHidden } = conversation
  const { timeZones } = await findQuietHours(tx, { contactPhone, tenantPhone, at, isContactHidden })
  await tx
    .insertInto('scheduledMessages')
    .values({
      tenantId: tx.tenantId,
      id,
      conversationId: conversation.id,
      viaConversationId: viaId,
      quotedMessageId: quotedId,
      authorUserId: author?.userId ?? null,
      author: author?.displayName ?? authorName,
      body,
      translation: translation && JSON.stringify(translation),
      kind,
      state: isHeld ? 'held' : 'waiting',
      reasons: isHeld ? ['quiet-hours'] : [],
      sendAt,
      dueAt: sendAt,
      paymentId,
      timeZone: timeZones[0] ?? 'UTC',
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  await reserveFiles(tx, id, fileIds)
  return publishScheduled(deps, tx, { id, actorUserId: author?.userId })
}

async function findRepeated(
  tx: TenantTx,
  request: ScheduleRequest,
  conversation: ConversationRow,
): Promise<ScheduledRow | null> {
  const [row] = await findScheduled(tx, [request.clientMessageId])
  if (!row) {
    if ((await findMessages(tx, [request.clientMessageId])).length > 0) throw new AppError('ClientMessageIdReused')
    return null
  }
  const isSame =
    row.conversationId === conversation.id &&
    (row.version > 1 ||
      (row.body === request.text.trimEnd() &&
        (row.state === 'sent' || row.media.map(({ id }) => id).join() === request.attachmentIds.join())))
  if (!isSame) throw new AppError('ClientMessageIdReused')
  return row
}
