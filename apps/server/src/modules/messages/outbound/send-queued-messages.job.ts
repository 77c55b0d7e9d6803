import { type DeliveryReason, type SendGateReason, toSid } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { shift } from '../../../platform/clock.ts'
import { untilAvailable } from '../../../platform/database/reconnect.ts'
import { type Subscription, subscribe } from '../../../platform/events/dispatcher.ts'
import { type Attempt, defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { HostUnavailable } from '../../../platform/outbound/host-breakers.ts'
import { findConversation } from '../../conversations/index.ts'
import { signMediaToken } from '../../files/index.ts'
import { type CarrierAccount, CarrierError } from '../../messaging/index.ts'
import { pairBy, resolveMergedConversation } from '../../number-pairs/index.ts'
import type { MessageDeps } from '../deps.ts'
import { messageDeliveryChanged, messageQueued } from '../events.ts'
import { changeDelivery, type DeliveryChange, toDeliveryStatus } from './change-delivery.ts'
import {
  bulkSendSpec,
  SEND_BULK_MESSAGES,
  SEND_QUEUED_MESSAGES,
  SETTLE_AFTER_MS,
  sendSpec,
  settleSpec,
} from './delivery-jobs.ts'
import { evaluateSendGate } from './send-message.ts'

const Payload = z.object({ tenantId: z.uuid(), conversationId: z.uuid() })
type Scope = z.infer<typeof Payload>

export const STATUS_WEBHOOK_PATH = '/webhooks/twilio/status'

/** New messages, and failed ones to retry. A message returned to the queue is left to the job that returned it. */
export const sendingSubscriptions: Subscription[] = [
  subscribe(messageQueued, ({ tenantId, conversationId, data }) =>
    conversationId ? [(data.isBulk ? bulkSendSpec : sendSpec)({ tenantId, conversationId })] : [],
  ),
  subscribe(messageDeliveryChanged, ({ tenantId, conversationId, data }) =>
    conversationId && data.status === 'queued' && !data.isReturn ? [sendSpec({ tenantId, conversationId })] : [],
  ),
]

interface Claimed {
  id: string
  from: string
  to: string
  body: string
  fileIds: string[]
  account: CarrierAccount
}

/**
 * Sends a conversation's queued messages in order. Safe to run twice and concurrently: the oldest is claimed under the
 * conversation's lock, and while one is in flight no other is claimed.
 */
const send = async (deps: MessageDeps, scope: Scope, { jobId, isLast }: Attempt) => {
  for (;;) {
    // Before the claim, so that messages stay in the queue while the carrier is down.
    await deps.carrier.ensureAvailable()
    const claimed = await claimNext(deps, scope, jobId)
    if (claimed === 'none') return
    if (claimed !== 'skipped') await sendToCarrier(deps, scope, claimed, isLast)
  }
}

export const sendQueuedMessages = defineJob({
  name: SEND_QUEUED_MESSAGES,
  lane: 'sending',
  payload: Payload,
  run: send,
})

/** The same for texts of messages to many contacts. */
export const sendBulkMessages = defineJob({ name: SEND_BULK_MESSAGES, lane: 'bulk', payload: Payload, run: send })

/**
 * The delivery reason for each reason of the send gate. Includes quiet hours that begin while an automatic text is queued:
 * holding it would delay the replies of teammates queued behind it.
 */
const FAILURE_REASONS: Record<SendGateReason, DeliveryReason> = {
  'opted-out': 'opted-out',
  'opted-out-of-marketing': 'opted-out',
  blocked: 'blocked',
  landline: 'landline',
  'quiet-hours': 'quiet-hours',
  'no-sending-account': 'account',
}

async function claimNext(deps: MessageDeps, scope: Scope, jobId: string): Promise<Claimed | 'none' | 'skipped'> {
  return deps.inTenant(scope, async (tx) => {
    // The conversation may have been merged in the meantime.
    const conversationId = await resolveMergedConversation(tx, scope.conversationId)
    const conversation = await findConversation(tx, null, conversationId, 'change')
    const next = await tx
      .selectFrom('messages')
      .where('tenantId', '=', tx.tenantId)
      .where('conversationId', '=', conversationId)
      .where('deliveryStatus', 'in', ['queued', 'sending'])
      .where('providerSid', 'is', null)
      .orderBy('index')
      .select(['id', 'body', 'deliveryStatus', 'claimedByJob', 'purpose', 'isMarketing', 'viaConversationId'])
      .executeTakeFirst()
    if (!conversation || !next) return 'none'
    if (next.deliveryStatus === 'sending') {
      if (next.claimedByJob !== jobId) return 'none'
      // An earlier attempt of this job was killed before it recorded the carrier's response, so the outcome is unknown.
      // Settle it immediately, and let the messages queued behind it continue.
      await changeDelivery(deps, tx, { messageId: next.id, status: 'unknown', reason: 'outcome-unknown' })
      await enqueue(tx, settleSpec({ tenantId: tx.tenantId, messageId: next.id, attempts: 0 }))
      return 'skipped'
    }

    const { contactPhone, tenantPhone } = pairBy(conversation, next.viaConversationId)
    const { purpose, isMarketing } = next
    const { decision, account } = await evaluateSendGate(deps, tx, { contactPhone, tenantPhone, purpose, isMarketing })
    if (decision.verdict !== 'send' || !account) {
      const reason = decision.verdict === 'send' ? undefined : decision.reasons[0]
      await changeDelivery(deps, tx, {
        messageId: next.id,
        status: 'failed',
        reason: reason ? FAILURE_REASONS[reason] : 'account',
      })
      return 'skipped'
    }
    await changeDelivery(deps, tx, { messageId: next.id, status: 'sending', claimedByJob: jobId })
    await enqueue(tx, {
      ...settleSpec({ tenantId: tx.tenantId, messageId: next.id, attempts: 0 }),
      runAt: shift(deps.now(), SETTLE_AFTER_MS),
    })
    const files = await tx
      .selectFrom('files')
      .where('tenantId', '=', tx.tenantId)
      .where('messageId', '=', next.id)
      .orderBy('position')
      .select('id')
      .execute()
    return {
      id: next.id,
      from: tenantPhone,
      to: contactPhone,
      body: next.body,
      fileIds: files.map((file) => file.id),
      account,
    }
  })
}

async function sendToCarrier(deps: MessageDeps, scope: Scope, claimed: Claimed, isLast: boolean): Promise<void> {
  const { id, from, to, body, account } = claimed
  const mediaUrls = await Promise.all(
    claimed.fileIds.map(
      async (fileId) =>
        `${deps.publicUrl()}/media/${await signMediaToken(deps.secrets.mediaKey, { tenantId: scope.tenantId, id: fileId })}`,
    ),
  )
  const statusCallback = `${deps.publicUrl()}${STATUS_WEBHOOK_PATH}?message=${toSid('IM', id)}`
  // Only this process knows the carrier's response. If it isn't recorded, the conversation is stuck until
  // `settle-delivery` runs.
  const recordOutcome = (change: Omit<DeliveryChange, 'messageId'>) =>
    untilAvailable(SETTLE_AFTER_MS, () =>
      deps.inTenant(scope, (tx) => changeDelivery(deps, tx, { messageId: id, ...change })),
    )
  try {
    const accepted = await deps.carrier.send(account, { from, to, body, mediaUrls, statusCallback })
    await recordOutcome({
      status: toDeliveryStatus(accepted.status) ?? 'sending',
      providerSid: accepted.providerSid,
      errorCode: accepted.errorCode,
    })
    deps.metrics.outgoing.inc({ outcome: 'accepted' })
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    deps.metrics.outgoing.inc({ outcome: error.outcome })
    if (error.outcome === 'refused') {
      await recordOutcome({
        status: 'failed',
        errorCode: error.errorCode,
        ...(error.errorCode === null && { reason: 'account' as const }),
      })
      return
    }
    if (error.outcome === 'unknown') {
      // The message may be in transit, so it must not be sent again. `settle-delivery` asks the carrier.
      await recordOutcome({ status: 'unknown', reason: 'outcome-unknown', canRetry: false, errorCode: error.errorCode })
      return
    }
    if (isLast && !(error.cause instanceof HostUnavailable)) {
      // No attempts are left: fail the message, so that its author can retry it.
      await recordOutcome({ status: 'failed', reason: 'never-accepted', canRetry: true })
      return
    }
    // The carrier never received it: return it to the queue and retry the job later.
    await recordOutcome({ status: 'queued', isReturn: true })
    await requeueMovedMessage(deps, scope, id)
    throw error
  }
}

/** Enqueues a job for the message's new conversation if it was unmerged during the request to the carrier. */
async function requeueMovedMessage(deps: MessageDeps, scope: Scope, messageId: string): Promise<void> {
  await deps.inTenant(scope, async (tx) => {
    const message = await tx
      .selectFrom('messages')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', messageId)
      .select('conversationId')
      .executeTakeFirst()
    if (!message || message.conversationId === (await resolveMergedConversation(tx, scope.conversationId))) return
    const { conversationId } = message
    await enqueue(tx, { ...sendSpec({ tenantId: tx.tenantId, conversationId }), runAt: shift(deps.now(), 5000) })
  })
}
