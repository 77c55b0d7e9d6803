import { toSid } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { shift } from '../../../platform/clock.ts'
import { untilAvailable } from '../../../platform/database/reconnect.ts'
import { type Subscription, subscribe } from '../../../platform/events/dispatcher.ts'
import { type Attempt, defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { HostUnavailable } from '../../../platform/outbound/host-breakers.ts'
import { signMediaToken } from '../../files/index.ts'
import { CarrierError } from '../../messaging/index.ts'
import { resolveMergedConversation } from '../../number-pairs/index.ts'
import type { MessageDeps } from '../deps.ts'
import { messageDeliveryChanged, messageQueued } from '../events.ts'
import { changeDeliveries, toDeliveryStatus } from './change-delivery.ts'
import { type Claimed, claimMessages } from './claim-messages.ts'
import { bulkSendSpec, SEND_BULK_MESSAGES, SEND_QUEUED_MESSAGES, SETTLE_AFTER_MS, sendSpec } from './delivery-jobs.ts'
import type { DeliveryChange } from './plan-delivery.ts'

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
 * New messages, and failed ones to retry. A message returned to the queue is left to the job that returned it, and
 * those of a batch to the job that was enqueued with them.
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

/**
 * Sends the queued messages of conversations, those of each in order. Safe to run twice and concurrently: the oldest is
 * claimed under the conversation's lock, and while one is in flight no other is claimed. Those of several conversations
 * are claimed in one transaction, requested at once, and recorded in one.
 */
const send = async (deps: MessageDeps, { tenantId, conversationIds }: Scope, { jobId, isLast }: Attempt) => {
  let remaining = conversationIds
  while (remaining.length > 0) {
    // Before the claim, so that messages stay in the queue while the carrier is down.
    await deps.carrier.ensureAvailable()
    const claims = await deps.inTenant({ tenantId }, (tx) => claimMessages(deps, tx, remaining, jobId))
    const outcomes = await Promise.all(claims.claimed.map((each) => sendToCarrier(deps, tenantId, each, isLast)))
    await recordOutcomes(deps, tenantId, outcomes)
    remaining = claims.remaining
  }
}

export const sendQueuedMessages = defineJob({
  name: SEND_QUEUED_MESSAGES,
  lane: 'sending',
  payload: Payload,
  run: (deps: MessageDeps, { tenantId, conversationId }, attempt) =>
    send(deps, { tenantId, conversationIds: [conversationId] }, attempt),
})

/** The same for texts of group messages. */
export const sendBulkMessages = defineJob({
  name: SEND_BULK_MESSAGES,
  lane: 'bulk',
  payload: BulkPayload,
  run: (deps: MessageDeps, { tenantId, conversationId, conversationIds }, attempt) =>
    send(deps, { tenantId, conversationIds: conversationId ? [conversationId] : conversationIds }, attempt),
})

/** Response of the carrier about a message, to be stored. */
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
    const isThrottled = error.outcome === 'throttled'
    return { claimed, change: { status: 'queued', isReturn: true, isThrottled }, error }
  }
}

const UNKNOWN = { status: 'unknown', reason: 'outcome-unknown', canRetry: false } as const

/**
 * Only this process knows the carrier's responses. An unrecorded response leaves its conversation stuck until
 * `settle-delivery` runs, so if they cannot be recorded together, each is recorded separately.
 */
async function recordOutcomes(deps: MessageDeps, tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
  const record = (some: readonly Outcome[]) =>
    untilAvailable(SETTLE_AFTER_MS, () =>
      deps.inTenant({ tenantId }, (tx) =>
        changeDeliveries(
          deps,
          tx,
          some.flatMap(({ claimed, change }) => (change ? [{ messageId: claimed.id, ...change }] : [])),
        ),
      ),
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
