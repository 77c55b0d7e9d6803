import { z } from 'zod'
import { isAfter } from '../../../platform/clock.ts'
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
      const found = await findOptInReply(tx, pairBy(conversation, message.viaId), payload.answer)
      if (!found) return
      // A confirmation of an earlier opt-in is subject to the daily limit, so that two robots don't talk forever.
      const isRepeated = payload.answer === 'opt-in-confirmation' && isAfter(message.createdAt, found.joinedAt)
      await sendAutomaticMessage(deps, tx, {
        conversation,
        id: replyId(message.id),
        body: found.body,
        cause: payload.answer,
        ...(!isRepeated && { repliesTo: message.id }),
      })
    }),
})
