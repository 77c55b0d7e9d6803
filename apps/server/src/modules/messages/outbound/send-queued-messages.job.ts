import { type DeliveryReason, type GroupMessageState, type SendGateReason, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
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
  sendAgainSpec,
  sendSpec,
  settleSpec,
} from './delivery-jobs.ts'
import { evaluateSendGate } from './send-message.ts'

const Payload = z.object({ tenantId: z.uuid(), conversationId: z.uuid() })
/** `conversationId` is in jobs of earlier versions. */
const BulkPayload = z.object({
  tenantId: z.uuid(),
  conversationId: z.uuid().optional(),
  conversationIds: z.array(z.uuid()).default([]),
})
interface Scope {
  tenantId: string
  conversationIds: readonly string[]
}

export const STATUS_WEBHOOK_PATH = '/webhooks/twilio/status'

/**
 * New messages, and failed ones to retry. A message returned to the queue is left to the job that returned it, and those
 * of a batch to the job that was enqueued with them.
 */
export const sendingSubscriptions: Subscription[] = [
  subscribe(messageQueued, ({ tenantId, conversationId, data }) =>
    !conversationId || data.isBatched
      ? []
      : [
          data.isBulk
            ? bulkSendSpec({ tenantId, conversationIds: [conversationId] })
            : sendSpec({ tenantId, conversationId }),
        ],
  ),
  subscribe(messageDeliveryChanged, ({ tenantId, conversationId, data }) =>
    conversationId && data.status === 'queued' && !data.isReturn ? [sendSpec({ tenantId, conversationId })] : [],
  ),
]

declare module '../../../platform/module.ts' {
  interface ModuleServices {
    /** Whether a message is part of a message to many that was stopped. */
    findSendingState: (tx: TenantTx, messageId: string) => Promise<GroupMessageState | undefined>
  }
}

interface Claimed {
  id: string
  conversationId: string
  from: string
  to: string
  body: string
  fileIds: string[]
  account: CarrierAccount
}

/**
 * Sends the queued messages of conversations, those of each in order. Safe to run twice and concurrently: the oldest is
 * claimed under the conversation's lock, and while one is in flight no other is claimed. Those of several conversations
 * are claimed in one transaction, requested at once, and recorded in one.
 */
const send = async (deps: MessageDeps, { tenantId, conversationIds }: Scope, { jobId, isLast }: Attempt) => {
  // In the order in which all code locks several conversations.
  let remaining = conversationIds.toSorted()
  while (remaining.length > 0) {
    // Before the claim, so that messages stay in the queue while the carrier is down.
    await deps.carrier.ensureAvailable()
    const claims = await deps.inTenant({ tenantId }, async (tx) => {
      const results: { conversationId: string; claim: Claimed | 'none' | 'skipped' }[] = []
      for (const conversationId of remaining)
        results.push({ conversationId, claim: await claimNext(deps, tx, conversationId, jobId) })
      return results
    })
    const claimed = claims.flatMap(({ claim }) => (typeof claim === 'object' ? [claim] : []))
    const outcomes = await Promise.all(claimed.map((each) => sendToCarrier(deps, tenantId, each, isLast)))
    await recordOutcomes(deps, tenantId, outcomes)
    remaining = claims.flatMap(({ conversationId, claim }) => (claim === 'none' ? [] : [conversationId]))
  }
}

export const sendQueuedMessages = defineJob({
  name: SEND_QUEUED_MESSAGES,
  lane: 'sending',
  payload: Payload,
  run: (deps: MessageDeps, { tenantId, conversationId }, attempt) =>
    send(deps, { tenantId, conversationIds: [conversationId] }, attempt),
})

/** The same for texts of messages to many contacts. */
export const sendBulkMessages = defineJob({
  name: SEND_BULK_MESSAGES,
  lane: 'bulk',
  payload: BulkPayload,
  run: (deps: MessageDeps, { tenantId, conversationId, conversationIds }, attempt) =>
    send(deps, { tenantId, conversationIds: conversationId ? [conversationId] : conversationIds }, attempt),
})

/**
 * The delivery reason for each reason of the send gate. Includes quiet hours that begin while an automatic text is queued:
 * holding it would delay the replies of teammates queued behind it.
 */
const FAILURE_REASONS: Record<SendGateReason, DeliveryReason> = {
  'opted-out': 'opted-out',
  'opted-out-of-marketing': 'opted-out',
  'no-consent': 'no-consent',
  'consent-review': 'consent-review',
  blocked: 'blocked',
  landline: 'landline',
  unreachable: 'unreachable',
  'daily-limit': 'daily-limit',
  'quiet-hours': 'quiet-hours',
  'no-sending-account': 'account',
}

/** How often a text that the carrier had no room for looks whether its message is still paused. */
const PAUSED_CHECK_MS = 5 * 60_000

const putOff = (tx: TenantTx, messageId: string, notBefore: string) =>
  tx
    .updateTable('messages')
    .set({ notBefore })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', messageId)
    .execute()

async function claimNext(
  deps: MessageDeps,
  tx: TenantTx,
  ofConversation: string,
  jobId: string,
): Promise<Claimed | 'none' | 'skipped'> {
  // The conversation may have been merged in the meantime.
  const conversationId = await resolveMergedConversation(tx, ofConversation)
  const conversation = await findConversation(tx, null, conversationId, 'change')
  const next = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('deliveryStatus', 'in', ['queued', 'sending'])
    .where('providerSid', 'is', null)
    // Those that wait for their time come last, so that no other waits for them.
    .orderBy(sql`coalesce(not_before > ${deps.now()}::timestamptz, false)`)
    .orderBy('index')
    .select(['id', 'body', 'deliveryStatus', 'claimedByJob', 'purpose', 'isMarketing', 'authorUserId', 'notBefore'])
    .select('viaConversationId')
    .executeTakeFirst()
  if (!conversation || !next) return 'none'
  if (next.notBefore !== null && isAfter(next.notBefore, deps.now())) {
    const scope = { tenantId: tx.tenantId, conversationId }
    await enqueue(tx, sendAgainSpec(scope, { messageId: next.id, purpose: next.purpose, runAt: next.notBefore }))
    return 'none'
  }
  if (next.deliveryStatus === 'sending') {
    if (next.claimedByJob !== jobId) return 'none'
    // An earlier attempt of this job was killed before it recorded the carrier's response, so the outcome is unknown.
    // Settle it immediately, and let the messages queued behind it continue.
    await changeDelivery(deps, tx, { messageId: next.id, status: 'unknown', reason: 'outcome-unknown' })
    await enqueue(tx, settleSpec({ tenantId: tx.tenantId, messageId: next.id, attempts: 0 }))
    return 'skipped'
  }

  const { contactPhone, tenantPhone } = pairBy(conversation, next.viaConversationId)
  const { purpose, isMarketing, authorUserId, id: messageId } = next
  if (next.notBefore !== null && purpose === 'automatic') {
    const state = await deps.findSendingState(tx, messageId)
    if (state === 'stopped') {
      await changeDelivery(deps, tx, { messageId, status: 'failed', reason: 'queue-full', canRetry: true })
      return 'skipped'
    }
    if (state === 'paused') {
      await putOff(tx, messageId, shift(deps.now(), PAUSED_CHECK_MS))
      return 'skipped'
    }
  }
  const isAutomated = isMarketing || (purpose === 'conversation' && authorUserId === null)
  const { decision, account } = await evaluateSendGate(deps, tx, {
    contactPhone,
    tenantPhone,
    purpose,
    isMarketing,
    isAutomated,
    messageId,
  })
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
    conversationId,
    from: tenantPhone,
    to: contactPhone,
    body: next.body,
    fileIds: files.map((file) => file.id),
    account,
  }
}

/** What the carrier said about a message, to be stored. */
interface Outcome {
  claimed: Claimed
  /** null: the request failed for a reason of our own, and its outcome is unknown. */
  change: Omit<DeliveryChange, 'messageId'> | null
  /** For which the job fails. */
  error?: unknown
}

async function sendToCarrier(deps: MessageDeps, tenantId: string, claimed: Claimed, isLast: boolean): Promise<Outcome> {
  const { id, from, to, body, account } = claimed
  const statusCallback = `${deps.publicUrl()}${STATUS_WEBHOOK_PATH}?message=${toSid('IM', id)}`
  try {
    const mediaUrls = await Promise.all(
      claimed.fileIds.map(
        async (fileId) =>
          `${deps.publicUrl()}/media/${await signMediaToken(deps.secrets.mediaKey, { tenantId, id: fileId })}`,
      ),
    )
    const accepted = await deps.carrier.send(account, { from, to, body, mediaUrls, statusCallback })
    deps.metrics.outgoing.inc({ outcome: 'accepted' })
    const status = toDeliveryStatus(accepted.status) ?? 'sending'
    return { claimed, change: { status, providerSid: accepted.providerSid, errorCode: accepted.errorCode } }
  } catch (error) {
    if (!(error instanceof CarrierError)) return { claimed, change: null, error }
    const { errorCode } = error
    deps.metrics.outgoing.inc({ outcome: error.outcome })
    if (error.outcome === 'refused') {
      const reason = errorCode === null && { reason: 'account' as const }
      return { claimed, change: { status: 'failed', errorCode, ...reason } }
    }
    // The message may be in transit, so it must not be sent again. `settle-delivery` asks the carrier.
    if (error.outcome === 'unknown') return { claimed, change: { ...UNKNOWN, errorCode } }
    // No attempts are left: fail the message, so that its author can retry it.
    if (isLast && !(error.cause instanceof HostUnavailable))
      return { claimed, change: { status: 'failed', reason: 'never-accepted', canRetry: true } }
    // The carrier never received it: return it to the queue and retry the job later.
    const isPushback = error.outcome === 'throttled'
    return { claimed, change: { status: 'queued', isReturn: true, isPushback }, error }
  }
}

const UNKNOWN = { status: 'unknown', reason: 'outcome-unknown', canRetry: false } as const

/**
 * Only this process knows the carrier's responses. What isn't recorded leaves its conversation stuck until
 * `settle-delivery` runs, so if they cannot be recorded together, each is on its own.
 */
async function recordOutcomes(deps: MessageDeps, tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
  const record = (some: readonly Outcome[]) =>
    untilAvailable(SETTLE_AFTER_MS, () =>
      deps.inTenant({ tenantId }, async (tx) => {
        for (const { claimed, change } of some)
          if (change) await changeDelivery(deps, tx, { messageId: claimed.id, ...change })
      }),
    )
  const errors = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]))
  if (outcomes.length > 0)
    await record(outcomes).catch(async (error: unknown) => {
      if (outcomes.length === 1) throw error
      const results = await Promise.allSettled(outcomes.map((outcome) => record([outcome])))
      for (const result of results) if (result.status === 'rejected') errors.push(result.reason)
    })
  for (const { claimed, change } of outcomes)
    if (change?.isReturn) await requeueMovedMessage(deps, { tenantId, ...claimed })
  if (errors.length > 0) throw errors[0]
}

/** Enqueues a job for the message's new conversation if it was unmerged during the request to the carrier. */
async function requeueMovedMessage(
  deps: MessageDeps,
  { tenantId, id: messageId, conversationId: previousId }: { tenantId: string; id: string; conversationId: string },
): Promise<void> {
  await deps.inTenant({ tenantId }, async (tx) => {
    const message = await tx
      .selectFrom('messages')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', messageId)
      .select('conversationId')
      .executeTakeFirst()
    if (!message || message.conversationId === (await resolveMergedConversation(tx, previousId))) return
    const { conversationId } = message
    await enqueue(tx, { ...sendSpec({ tenantId: tx.tenantId, conversationId }), runAt: shift(deps.now(), 5000) })
  })
}
