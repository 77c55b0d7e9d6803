import { sql } from 'kysely'
import { z } from 'zod'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { subscribe } from '../../../platform/events/dispatcher.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { pairBy } from '../../number-pairs/index.ts'
import type { SendDeps } from '../deps.ts'
import { messageReceived } from '../events.ts'
import { lockInboundMessage, sendAutomaticMessage } from '../outbound/automatic-message.ts'
import { replyId } from '../reply-id.ts'
import { findOptInReply } from './apply-opt-in.ts'

const NAME = 'answer-opt-in'

const Payload = z.object({
  tenantId: z.uuid(),
  messageId: z.uuid(),
  answer: z.enum(['opt-in-question', 'opt-in-confirmation']),
})

export const optInSubscription = subscribe(messageReceived, ({ tenantId, messageId, data: { answer } }) =>
  messageId && (answer === 'opt-in-question' || answer === 'opt-in-confirmation')
    ? [{ identifier: NAME, payload: { tenantId, messageId, answer }, jobKey: `answer-opt-in:${messageId}` }]
    : [],
)

const DAY_MS = 24 * 60 * 60_000

/** Whether the question was sent in the 24 hours before `at`. */
async function hasSentQuestion(tx: TenantTx, conversationId: string, at: string): Promise<boolean> {
  const question = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('isOutgoing', '=', true)
    .where('createdAt', '>', shift(at, -DAY_MS))
    .where(sql<boolean>`origin->>'cause' = 'opt-in-question'`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return question !== undefined
}

/** Replies to an opt-in. Safe to run twice: the id of the reply derives from that of the message. */
export const answerOptIn = defineJob({
  name: NAME,
  lane: 'sending',
  payload: Payload,
  run: (deps: SendDeps, payload) =>
    deps.inTenant(payload, async (tx) => {
      const inbound = await lockInboundMessage(tx, payload.messageId)
      if (!inbound) return
      const { message, conversation } = inbound
      const reply = await findOptInReply(tx, pairBy(conversation, message.viaId), payload.answer)
      if (!reply) return
      // Replies to repeated keywords are subject to the daily limit, so that two bots don't text each other forever.
      const isRepeated =
        payload.answer === 'opt-in-confirmation'
          ? isAfter(message.createdAt, reply.joinedAt)
          : await hasSentQuestion(tx, conversation.id, message.createdAt)
      await sendAutomaticMessage(deps, tx, {
        conversation,
        id: replyId(message.id),
        body: reply.body,
        cause: payload.answer,
        ...(!isRepeated && { repliesTo: message.id }),
      })
    }),
})
