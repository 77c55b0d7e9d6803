import { type DeliveryReason, type DeliveryStatus, explainDelivery, mayFollow } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import { contactChanged } from '../../conversations/events.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import {
  announce,
  conversationChanged,
  findConversation,
  findMessages,
  lockThreads,
  messageChanged,
  tellThreads,
  toMessage,
  updateThreads,
} from '../../conversations/index.ts'
import { recordConsent } from '../../messaging/index.ts'
import { PAIR_OF_MESSAGE, withPair } from '../../number-pairs/index.ts'
import { factsOf } from '../../visibility/index.ts'
import { messageDeliveryChanged } from '../events.ts'

/** The carrier's words on our ladder. https://www.twilio.com/docs/messaging/api/message-resource#message-status-values */
const STATUS_OF: Record<string, DeliveryStatus> = {
  accepted: 'sending',
  scheduled: 'sending',
  queued: 'sending',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

export const toDeliveryStatus = (carrierStatus: string): DeliveryStatus | null => STATUS_OF[carrierStatus] ?? null

export interface DeliveryChange {
  messageId: string
  status: DeliveryStatus
  providerSid?: string
  errorCode?: number | null
  /** Where the reason is ours and not the carrier's code; nothing is learnt from it. */
  reason?: DeliveryReason
  canRetry?: boolean
  /** The job that sends it to the carrier now. */
  claimedByJob?: string
  /** A retry starts the ladder again. */
  isRestart?: boolean
  /** The carrier never took it: back into the line, for the job that had it to try again later. */
  isReturn?: boolean
}

/**
 * Moves a message up its ladder, and never down: late and repeated reports change nothing. An error that is known
 * stays known when a later report lacks it. Returns whether anything changed.
 */
export async function changeDelivery(deps: ConversationDeps, tx: TenantTx, change: DeliveryChange): Promise<boolean> {
  const learns = isAboutNumber(change)
  // Conversations first, then message: the order in which everything locks them.
  const threads = await lockThreadsOf(tx, change.messageId, learns)
  const before = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', change.messageId)
    .where('isOutgoing', '=', true)
    .select(['conversationId', 'index', 'deliveryStatus', 'providerSid', 'errorCode'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A deleted one has no status any more, whatever the carrier still tells of it.
  if (!before?.deliveryStatus) return false
  const current = before.deliveryStatus as DeliveryStatus
  const learnsSid = change.providerSid !== undefined && before.providerSid === null
  // A report about an earlier attempt says nothing about this one.
  if (change.providerSid && before.providerSid && change.providerSid !== before.providerSid) return false
  if (learnsSid && change.providerSid && (await isSuperseded(tx, change.messageId, change.providerSid))) return false
  // Whoever knows the carrier's id knows that the carrier has it.
  if ((change.isReturn || change.status === 'unknown') && before.providerSid) return false
  const startsAgain = change.isRestart || change.isReturn
  if (change.isRestart && before.providerSid) await supersede(deps, tx, change.messageId, before.providerSid)
  const moves = startsAgain || mayFollow(current, change.status)
  if (!moves && !learnsSid) return false

  const at = deps.now()
  const errorCode = change.errorCode ?? (startsAgain ? null : before.errorCode)
  const isTrouble = change.status === 'failed' || change.status === 'undelivered' || change.status === 'unknown'
  const explained = change.reason
    ? { reason: change.reason, canRetry: change.canRetry ?? false }
    : explainDelivery(errorCode)
  await tx
    .updateTable('messages')
    .set({
      ...(learnsSid && { providerSid: change.providerSid }),
      ...(startsAgain && { providerSid: null }),
      ...(moves && {
        deliveryStatus: change.status,
        errorCode: isTrouble ? errorCode : null,
        errorReason: isTrouble ? explained.reason : null,
        canRetry: isTrouble && explained.canRetry,
        // A new attempt is a new chance to fail.
        handledAt: null,
      }),
      ...(change.claimedByJob && { claimedAt: at, claimedByJob: change.claimedByJob }),
      version: sql`version + 1`,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', change.messageId)
    .execute()
  if (!moves) return true

  const touched = await tx
    .updateTable('conversations')
    .set({ latestDeliveryStatus: change.status, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', before.conversationId)
    // Notes and log lines that follow it are not what the inbox shows.
    .where(
      sql<boolean>`not exists (
        select from messages n where n.tenant_id = ${tx.tenantId} and n.conversation_id = ${before.conversationId}
          and n.index > ${before.index} and n.type not in ('note', 'update')
      )`,
    )
    .returning('id')
    .executeTakeFirst()
  if (learns) {
    await learnFrom(tx, { reason: learns, messageId: change.messageId, at })
    const others = threads.filter((id) => id !== before.conversationId)
    await updateThreads(tx, [before.conversationId])
    await tellThreads(deps, tx, others, { event: contactChanged.of(), at })
  }
  const conversation = await findConversation(tx, null, before.conversationId, 'read')
  const [row] = await findMessages(tx, [change.messageId])
  if (!conversation || !row) throw new Error('A message without a conversation.')
  const eventId = await messageDeliveryChanged.record(tx, {
    at,
    scope: factsOf(conversation),
    conversationId: before.conversationId,
    messageId: change.messageId,
    data: { status: change.status, errorCode: isTrouble ? errorCode : null, isReturn: change.isReturn ?? false },
  })
  tx.afterCommit(() =>
    announce(deps, tx.tenantId, conversation, [
      messageChanged(eventId, at, toMessage(row)),
      ...(touched || learns ? [conversationChanged(eventId, at, conversation)] : []),
    ]),
  )
  return true
}

/** Kept beside the carrier's own words: the attempt with this id was given up for a new one. */
const SUPERSEDED = 'superseded'

const supersede = (deps: ConversationDeps, tx: TenantTx, messageId: string, providerSid: string) =>
  tx
    .insertInto('messageStatuses')
    .values({
      tenantId: tx.tenantId,
      messageId,
      status: SUPERSEDED,
      providerSid,
      errorCode: null,
      receivedAt: deps.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const isSuperseded = async (tx: TenantTx, messageId: string, providerSid: string) =>
  (await tx
    .selectFrom('messageStatuses')
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', '=', messageId)
    .where('providerSid', '=', providerSid)
    .where('status', '=', SUPERSEDED)
    .select('messageId')
    .executeTakeFirst()) !== undefined

/** What the carrier's refusal says about the number and not about the text; our own reasons teach nothing. */
function isAboutNumber({ status, errorCode, reason }: DeliveryChange): 'opted-out' | 'landline' | null {
  if (reason || (status !== 'failed' && status !== 'undelivered')) return null
  const explained = explainDelivery(errorCode ?? null)
  return explained.reason === 'opted-out' || explained.reason === 'landline' ? explained.reason : null
}

/** Locks the thread of a message, or every thread of its contact where all of them are concerned. */
async function lockThreadsOf(tx: TenantTx, messageId: string, concernsAll: unknown): Promise<string[]> {
  if (concernsAll) {
    const pair = await findPairOf(tx, messageId)
    return pair ? lockThreads(tx, pair.contactPhone) : []
  }
  const thread = await tx
    .selectFrom('conversations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', (select) =>
      select
        .selectFrom('messages')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', messageId)
        .select('conversationId'),
    )
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return thread ? [thread.id] : []
}

async function findPairOf(
  tx: TenantTx,
  messageId: string,
): Promise<{ contactPhone: string; tenantPhone: string } | undefined> {
  const { rows } = await sql<{ contactPhone: string; tenantPhone: string }>`
    select ${PAIR_OF_MESSAGE} from messages m ${withPair(tx)}
    where m.tenant_id = ${tx.tenantId} and m.id = ${messageId}`.execute(tx)
  return rows[0]
}

/** What was learnt about a number holds for the next text as well. */
async function learnFrom(
  tx: TenantTx,
  { reason, messageId, at }: { reason: 'opted-out' | 'landline'; messageId: string; at: string },
): Promise<void> {
  const pair = await findPairOf(tx, messageId)
  if (!pair) return
  if (reason === 'opted-out') {
    const wording = 'The carrier refused a text: opted out'
    await recordConsent(tx, { ...pair, kind: 'opt-out', source: 'carrier', wording, messageId, at })
  } else {
    await tx
      .updateTable('contacts')
      .set({ lineType: 'landline', lineTypeCheckedAt: at })
      .where('tenantId', '=', tx.tenantId)
      .where('phone', '=', pair.contactPhone)
      .execute()
  }
}
