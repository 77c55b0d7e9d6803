import type { DeliveryStatus } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { accountOf } from '../../messaging/index.ts'
import { PAIR_OF_MESSAGE, withPair } from '../../number-pairs/index.ts'
import { findPhoneNumber } from '../../phone-numbers/index.ts'
import { changeDelivery, toDeliveryStatus } from './change-delivery.ts'
import { SETTLE_AFTER_MS, SETTLE_DELIVERY, sendSpec, settleSpec } from './delivery-jobs.ts'
import { receiveStatus } from './receive-status.ts'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid(), asked: z.int() })
type Question = z.infer<typeof Payload>

const MINUTE_MS = 60_000
/** When to ask again about a message the carrier still has on its way. After the last one we stop asking. */
const ASK_AGAIN_MS = [5, 30, 4 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS)
/** Clocks differ; the carrier may date a message a little before we claimed it. */
const CLOCK_TOLERANCE_MS = 10_000

const isSettled = (status: DeliveryStatus) => ['delivered', 'read', 'undelivered', 'failed'].includes(status)

/**
 * Asks the carrier what became of a message: one whose status reports were lost, or whose answer was lost when it was
 * handed over ("outcome unknown"). Such a message is looked for at the carrier; it is never simply sent again.
 */
export const settleDelivery = defineJob({
  name: SETTLE_DELIVERY,
  lane: 'carrier',
  payload: Payload,
  run: async (deps: ConversationDeps, question) => {
    const message = await deps.inTenant(question, (tx) => findOpenMessage(deps, tx, question.messageId))
    if (!message?.account || isSettled(message.status)) return
    const { account } = message
    if (message.providerSid) {
      const told = await deps.carrier.fetchStatus(account, message.providerSid)
      await receiveStatus(deps, question, {
        providerSid: message.providerSid,
        status: told.status,
        errorCode: told.errorCode,
        messageId: question.messageId,
      })
      const status = toDeliveryStatus(told.status)
      if (status && !isSettled(status)) await askAgain(deps, question)
      return
    }
    // Still in line: the sending job has it back.
    const { claimedAt } = message
    if (message.status === 'queued' || !claimedAt) return
    const since = shift(claimedAt, -CLOCK_TOLERANCE_MS)
    const sent = await deps.carrier.findSent(account, { from: message.tenantPhone, to: message.contactPhone, since })
    await deps.inTenant(question, async (tx) => {
      if (await hasBeenReported(tx, question.messageId)) {
        await enqueue(tx, { ...settleSpec({ ...question, asked: 0 }), runAt: shift(deps.now(), MINUTE_MS) })
        return
      }
      const known = await tx
        .selectFrom('messages')
        .where('tenantId', '=', tx.tenantId)
        .where('providerSid', 'in', ['', ...sent.map((candidate) => candidate.providerSid)])
        .select('providerSid')
        .execute()
      const found = sent.findLast(
        (candidate) =>
          candidate.body === message.body && !known.some(({ providerSid }) => providerSid === candidate.providerSid),
      )
      // A carrier that answered with an error of its own took nothing.
      const hasAnswered = message.status === 'unknown' && message.errorCode !== null
      const decidedAt = shift(claimedAt, SETTLE_AFTER_MS)
      if (!found && !hasAnswered && isAfter(decidedAt, deps.now())) {
        await enqueue(tx, { ...settleSpec(question), runAt: decidedAt })
        return
      }
      // Whatever comes out, the messages behind this one may go on.
      await enqueue(tx, sendSpec({ tenantId: tx.tenantId, conversationId: message.conversationId }))
      if (!found) {
        await changeDelivery(deps, tx, {
          messageId: question.messageId,
          ...(hasAnswered
            ? { status: 'queued', isReturn: true }
            : { status: 'failed', reason: 'never-accepted', canRetry: true }),
        })
        return
      }
      const { providerSid, errorCode } = found
      await changeDelivery(deps, tx, {
        messageId: question.messageId,
        status: toDeliveryStatus(found.status) ?? 'sending',
        providerSid,
        errorCode,
      })
      await enqueue(tx, { ...settleSpec({ ...question, asked: 0 }), runAt: shift(deps.now(), MINUTE_MS) })
    })
  },
})

/** Whether a report came in while the carrier was asked. The message stays locked, so that none can until this is decided. */
async function hasBeenReported(tx: TenantTx, messageId: string): Promise<boolean> {
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
  const { providerSid } = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', messageId)
    .select('providerSid')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return providerSid !== null
}

async function askAgain(deps: ConversationDeps, question: Question): Promise<void> {
  const wait = ASK_AGAIN_MS[question.asked]
  if (wait === undefined) return
  await deps.inTenant(question, (tx) =>
    enqueue(tx, { ...settleSpec({ ...question, asked: question.asked + 1 }), runAt: shift(deps.now(), wait) }),
  )
}

async function findOpenMessage(deps: ConversationDeps, tx: TenantTx, messageId: string) {
  const { rows } = await sql<{
    conversationId: string
    body: string
    deliveryStatus: string | null
    errorCode: number | null
    providerSid: string | null
    claimedAt: string | null
    contactPhone: string
    tenantPhone: string
  }>`
    select m.conversation_id, m.body, m.delivery_status, m.error_code, m.provider_sid, m.claimed_at, ${PAIR_OF_MESSAGE}
    from messages m ${withPair(tx)}
    where m.tenant_id = ${tx.tenantId} and m.id = ${messageId} and m.is_outgoing`.execute(tx)
  const [message] = rows
  if (!message) return null
  const number = await findPhoneNumber(tx, message.tenantPhone)
  const account = number ? await accountOf(deps, tx, number.messagingAccountId) : null
  return { ...message, status: message.deliveryStatus as DeliveryStatus, account }
}
