import type { DeliveryStatus } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { findCarrierAccount } from '../../messaging/index.ts'
import { selectMessagesWithPair } from '../../number-pairs/index.ts'
import { findPhoneNumber } from '../../phone-numbers/index.ts'
import type { MessageDeps } from '../deps.ts'
import { changeDelivery, toDeliveryStatus } from './change-delivery.ts'
import { SETTLE_AFTER_MS, SETTLE_DELIVERY, sendSpec, settleSpec } from './delivery-jobs.ts'
import { receiveStatus } from './receive-status.ts'

const SinglePayload = z.object({ tenantId: z.uuid(), messageId: z.uuid(), attempts: z.int() })
const ManyPayload = z.object({ tenantId: z.uuid(), messageIds: z.array(z.uuid()) })
type Job = z.infer<typeof SinglePayload>

const MINUTE_MS = 60_000
/** Delays between status requests for a message that is still in transit. Polling stops after the last one. */
const POLL_DELAYS_MS = [5, 30, 4 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS)
/** Clock skew: the carrier may date a message slightly before our claim. */
const CLOCK_TOLERANCE_MS = 10_000

const SETTLED: readonly (DeliveryStatus | null)[] = ['delivered', 'read', 'undelivered', 'failed']
/** A deleted message has no status. */
const isSettled = (status: DeliveryStatus | null) => SETTLED.includes(status)

/**
 * Asks the carrier for the outcome of a message whose status reports were lost, or whose send request got no response
 * ("outcome unknown"). The latter is searched for at the carrier and never blindly sent again.
 */
export const settleDelivery = defineJob({
  name: SETTLE_DELIVERY,
  lane: 'carrier',
  payload: z.union([SinglePayload, ManyPayload]),
  run: async (deps: MessageDeps, job) => {
    if ('messageIds' in job) return enqueueOpen(deps, job)
    const message = await deps.inTenant(job, (tx) => findOpenMessage(deps, tx, job.messageId))
    if (!message?.account || isSettled(message.status)) return
    const { account } = message
    if (message.providerSid) {
      const report = await deps.carrier.fetchStatus(account, message.providerSid)
      const { providerSid } = message
      await deps.inTenant(job, (tx) => receiveStatus(deps, tx, { ...report, providerSid, messageId: job.messageId }))
      const status = toDeliveryStatus(report.status)
      if (status && !isSettled(status)) await schedulePoll(deps, job)
      return
    }
    // Back in the queue, where the sending job handles it.
    const { claimedAt } = message
    if (message.status === 'queued' || !claimedAt) return
    const since = shift(claimedAt, -CLOCK_TOLERANCE_MS)
    const sent = await deps.carrier.findSent(account, { from: message.tenantPhone, to: message.contactPhone, since })
    await deps.inTenant(job, async (tx) => {
      const current = await lockDelivery(tx, job.messageId)
      // Sent again meanwhile: the carrier's answer is about an earlier attempt, and the new one has its own job.
      if (current.deliveryStatus === 'queued' || current.claimedAt !== claimedAt) return
      if (current.providerSid !== null) {
        await enqueue(tx, { ...settleSpec({ ...job, attempts: 0 }), runAt: shift(deps.now(), MINUTE_MS) })
        return
      }
      const stored = await tx
        .selectFrom('messages')
        .where('tenantId', '=', tx.tenantId)
        .where('providerSid', 'in', ['', ...sent.map((candidate) => candidate.providerSid)])
        .select('providerSid')
        .execute()
      const match = sent.findLast(
        (candidate) =>
          candidate.body === message.body && !stored.some(({ providerSid }) => providerSid === candidate.providerSid),
      )
      // An error response of the carrier means that it did not accept the message.
      const wasRejected = message.status === 'unknown' && message.errorCode !== null
      const decidedAt = shift(claimedAt, SETTLE_AFTER_MS)
      if (!match && !wasRejected && isAfter(decidedAt, deps.now())) {
        await enqueue(tx, { ...settleSpec(job), runAt: decidedAt })
        return
      }
      // Continue with the messages queued behind this one, whatever the outcome.
      await enqueue(tx, sendSpec({ tenantId: tx.tenantId, conversationId: message.conversationId }))
      if (!match) {
        await changeDelivery(deps, tx, {
          messageId: job.messageId,
          ...(wasRejected
            ? { status: 'queued', isReturn: true }
            : { status: 'failed', reason: 'never-accepted', canRetry: true }),
        })
        return
      }
      const { providerSid, errorCode } = match
      await changeDelivery(deps, tx, {
        messageId: job.messageId,
        status: toDeliveryStatus(match.status) ?? 'sending',
        providerSid,
        errorCode,
      })
      await enqueue(tx, { ...settleSpec({ ...job, attempts: 0 }), runAt: shift(deps.now(), MINUTE_MS) })
    })
  },
})

/** Enqueues a job for each of these messages whose outcome is not known. */
const enqueueOpen = (deps: MessageDeps, { tenantId, messageIds }: z.infer<typeof ManyPayload>): Promise<void> =>
  deps.inTenant({ tenantId }, async (tx) => {
    const rows = await tx
      .selectFrom('messages')
      .where('tenantId', '=', tx.tenantId)
      .where('id', 'in', messageIds)
      .select(['id', 'deliveryStatus'])
      .execute()
    const open = rows.filter(({ deliveryStatus }) => deliveryStatus !== null && !isSettled(deliveryStatus))
    if (open.length > 0)
      await enqueue(tx, ...open.map(({ id }) => settleSpec({ tenantId, messageId: id, attempts: 0 })))
  })

/**
 * Locks a message, so that no report arrives before the decision, and reads what happened during the request to the
 * carrier.
 */
async function lockDelivery(tx: TenantTx, messageId: string) {
  await tx
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
    .execute()
  return tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', messageId)
    .select(['providerSid', 'deliveryStatus', 'claimedAt'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

async function schedulePoll(deps: MessageDeps, job: Job): Promise<void> {
  const delay = POLL_DELAYS_MS[job.attempts]
  if (delay === undefined) return
  await deps.inTenant(job, (tx) =>
    enqueue(tx, { ...settleSpec({ ...job, attempts: job.attempts + 1 }), runAt: shift(deps.now(), delay) }),
  )
}

async function findOpenMessage(deps: MessageDeps, tx: TenantTx, messageId: string) {
  const message = await selectMessagesWithPair(tx)
    .where('m.id', '=', messageId)
    .where('m.isOutgoing', '=', true)
    .select(['m.conversationId', 'm.body', 'm.deliveryStatus', 'm.errorCode', 'm.providerSid', 'm.claimedAt'])
    .executeTakeFirst()
  if (!message) return null
  const number = await findPhoneNumber(tx, message.tenantPhone)
  const account = number ? await findCarrierAccount(deps, tx, number.messagingAccountId) : null
  return { ...message, status: message.deliveryStatus, account }
}
