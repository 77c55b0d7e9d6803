import {
  type DeliveryReason,
  type DeliveryStatus,
  explainDelivery,
  isPushback,
  mayFollow,
  UNREACHABLE_REASONS,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { lockConversationsOfNumbers, refreshConversations, updateBlockedAndOptedOut } from '../../changes/index.ts'
import { recordContactOfNumberUpdated } from '../../contact-rows/index.ts'
import { contactChanged } from '../../conversations/events.ts'
import { announce, type ConversationDeps, conversationChanged, findConversation } from '../../conversations/index.ts'
import { recordConsent } from '../../messaging/index.ts'
import { selectMessagesWithPair } from '../../number-pairs/index.ts'
import { findMessages, messageChanged } from '../../threads/index.ts'
import { messageDeliveryChanged } from '../events.ts'
import { sendAgainSpec } from './delivery-jobs.ts'

/** Maps Twilio's statuses to ours. https://www.twilio.com/docs/messaging/api/message-resource#message-status-values */
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
  /** A reason of our own instead of the carrier's code; says nothing about the number. */
  reason?: DeliveryReason
  canRetry?: boolean
  /** The job that is sending it. */
  claimedByJob?: string
  /** Set by a retry, which restarts the ladder. */
  isRestart?: boolean
  /** The carrier never received it: back in the queue, for the same job to retry. */
  isReturn?: boolean
  /** The carrier has too many texts waiting. */
  isPushback?: boolean
  /** Set when the carrier had too many waiting: when it is sent again. */
  notBefore?: string
}

/**
 * Advances a message on the status ladder, never down: late and repeated reports change nothing. A known error code is
 * kept when a later report lacks it. A text that the carrier had no room for is returned to the queue for later. Returns
 * whether anything changed.
 */
export async function changeDelivery(deps: ConversationDeps, tx: TenantTx, change: DeliveryChange): Promise<boolean> {
  const numberProblem = findNumberProblem(change)
  // Lock conversations before messages, like all code does, to avoid deadlocks.
  const threads = await lockThreadsOfMessage(tx, change.messageId, numberProblem)
  const existing = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', change.messageId)
    .where('isOutgoing', '=', true)
    .select(['conversationId', 'index', 'deliveryStatus', 'providerSid', 'errorCode', 'purpose', 'notBefore'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A deleted message has no status; ignore reports about it.
  if (!existing?.deliveryStatus) return false
  const current = existing.deliveryStatus
  const isNewSid = change.providerSid !== undefined && existing.providerSid === null
  // Ignore reports about an earlier attempt.
  if (change.providerSid && existing.providerSid && change.providerSid !== existing.providerSid) return false
  if (isNewSid && change.providerSid && (await isSuperseded(tx, change.messageId, change.providerSid))) return false
  // A stored carrier id proves that the carrier accepted it.
  if ((change.isReturn || change.status === 'unknown') && existing.providerSid) return false
  const isNewAttempt = change.isRestart || change.isReturn
  if (change.isRestart && existing.providerSid) await supersede(deps, tx, change.messageId, existing.providerSid)
  const isAdvance = isNewAttempt || mayFollow(current, change.status)
  if (!isAdvance && !isNewSid) return false
  const again = isAdvance && !isNewAttempt ? await planAnotherAttempt(deps, tx, change) : null
  if (again !== null) {
    const sid = existing.providerSid ?? change.providerSid
    if (sid) await supersede(deps, tx, change.messageId, sid)
    const { conversationId, purpose } = existing
    const scope = { tenantId: tx.tenantId, conversationId }
    await enqueue(tx, sendAgainSpec(scope, { messageId: change.messageId, purpose, runAt: again }))
    const restart = { status: 'queued', isRestart: true, isPushback: true, notBefore: again } as const
    return changeDelivery(deps, tx, { messageId: change.messageId, ...restart })
  }

  const at = deps.now()
  const errorCode = change.errorCode ?? (isNewAttempt ? null : existing.errorCode)
  const isProblem = change.status === 'failed' || change.status === 'undelivered' || change.status === 'unknown'
  const explanation = change.reason
    ? { reason: change.reason, canRetry: change.canRetry ?? false }
    : explainDelivery(errorCode)
  await tx
    .updateTable('messages')
    .set({
      ...(isNewSid && { providerSid: change.providerSid }),
      // A text that is returned keeps its time, so that stopping its message still stops it.
      ...(isNewAttempt && {
        providerSid: null,
        notBefore: change.notBefore ?? (change.isReturn ? existing.notBefore : null),
      }),
      ...(isAdvance && {
        deliveryStatus: change.status,
        errorCode: isProblem ? errorCode : null,
        errorReason: isProblem ? explanation.reason : null,
        canRetry: isProblem && explanation.canRetry,
        // A new attempt may fail again and must then be listed again.
        dismissedAt: null,
      }),
      ...(change.claimedByJob && { claimedAt: at, claimedByJob: change.claimedByJob }),
      version: sql`version + 1`,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', change.messageId)
    .execute()
  if (!isAdvance) return true

  const previewChanged = await tx
    .updateTable('conversations')
    .set({ latestDeliveryStatus: change.status, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', existing.conversationId)
    // The inbox preview skips notes and updates.
    .where(
      sql<boolean>`not exists (
        select from messages n where n.tenant_id = ${tx.tenantId} and n.conversation_id = ${existing.conversationId}
          and n.index > ${existing.index} and n.type not in ('note', 'update')
      )`,
    )
    .returning('id')
    .executeTakeFirst()
  if (numberProblem) {
    await recordNumberProblem(tx, { reason: numberProblem, messageId: change.messageId, at })
    const others = threads.filter((id) => id !== existing.conversationId)
    await updateBlockedAndOptedOut(tx, [existing.conversationId])
    await refreshConversations(deps, tx, others, { event: contactChanged.of(), at })
  }
  const conversation = await findConversation(tx, null, existing.conversationId, 'read')
  const [row] = await findMessages(tx, [change.messageId])
  if (!conversation || !row) throw new Error('Message or conversation not found.')
  const eventId = await messageDeliveryChanged.record(tx, {
    at,
    scope: conversation,
    conversationId: existing.conversationId,
    messageId: change.messageId,
    data: {
      status: change.status,
      errorCode: isProblem ? errorCode : null,
      isReturn: change.isReturn ?? change.notBefore !== undefined,
      ...(change.isPushback && { isPushback: true }),
    },
  })
  tx.afterCommit(() =>
    announce(deps, tx.tenantId, conversation, [
      messageChanged(eventId, at, row),
      ...(previewChanged || numberProblem ? [conversationChanged(eventId, at, conversation)] : []),
    ]),
  )
  return true
}

/** A text that the carrier had no room for is sent again this often, after 1, 2, 4, 8 and 16 minutes. */
const ATTEMPTS_AGAIN_MAX = 5
const FIRST_DELAY_MS = 60_000

/** When a text is sent again, because the carrier had too many waiting; null if it is not. */
async function planAnotherAttempt(
  deps: ConversationDeps,
  tx: TenantTx,
  { messageId, status, errorCode, reason }: DeliveryChange,
): Promise<string | null> {
  if (reason || (status !== 'failed' && status !== 'undelivered') || !isPushback(errorCode ?? null)) return null
  const { n } = await tx
    .selectFrom('messageStatuses')
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', '=', messageId)
    .where('status', '=', SUPERSEDED)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n >= ATTEMPTS_AGAIN_MAX ? null : shift(deps.now(), FIRST_DELAY_MS * 2 ** n)
}

/** Stored among the carrier's statuses: the attempt with this carrier id was replaced by a new one. */
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

type NumberProblem = 'opted-out' | 'landline' | 'unreachable'

/** Returns what the carrier's error says about the number rather than the text. */
function findNumberProblem({ status, errorCode, reason }: DeliveryChange): NumberProblem | null {
  if (reason || (status !== 'failed' && status !== 'undelivered')) return null
  const explanation = explainDelivery(errorCode ?? null)
  if (UNREACHABLE_REASONS.includes(explanation.reason)) return 'unreachable'
  return explanation.reason === 'opted-out' || explanation.reason === 'landline' ? explanation.reason : null
}

/** Locks the conversation of a message, or all conversations of its contact. */
async function lockThreadsOfMessage(tx: TenantTx, messageId: string, allOfContact: unknown): Promise<string[]> {
  if (allOfContact) {
    const pair = await findPair(tx, messageId)
    return pair ? lockConversationsOfNumbers(tx, [pair.contactPhone]) : []
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

const findPair = (tx: TenantTx, messageId: string) =>
  selectMessagesWithPair(tx).where('m.id', '=', messageId).executeTakeFirst()

/** Whether the opt-out of this pair of numbers is recorded. */
async function isPairOptedOut(
  tx: TenantTx,
  { contactPhone, tenantPhone }: { contactPhone: string; tenantPhone: string },
): Promise<boolean> {
  const state = await tx
    .selectFrom('optOuts')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .where('tenantPhone', '=', tenantPhone)
    .select('isOptedOut')
    .executeTakeFirst()
  return state?.isOptedOut === true
}

/** Stores what the carrier's error says about the number, for later sends. */
async function recordNumberProblem(
  tx: TenantTx,
  { reason, messageId, at }: { reason: NumberProblem; messageId: string; at: string },
): Promise<void> {
  const pair = await findPair(tx, messageId)
  if (!pair) return
  if (reason === 'opted-out') {
    // The carrier refuses every text to the number; the first refusal is the record.
    if (await isPairOptedOut(tx, pair)) return
    const wording = 'The carrier refused a text: opted out'
    await recordConsent(tx, { ...pair, kind: 'opt-out', purpose: 'all', source: 'carrier', wording, messageId, at })
    await recordContactOfNumberUpdated(tx, null, pair.contactPhone)
  } else {
    await tx
      .updateTable('contacts')
      .set(reason === 'landline' ? { lineType: 'landline', lineTypeCheckedAt: at } : { unreachableAt: at })
      .where('tenantId', '=', tx.tenantId)
      .where('phone', '=', pair.contactPhone)
      .execute()
  }
}
