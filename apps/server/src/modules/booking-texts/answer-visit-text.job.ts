import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { answerInboundSpec } from '../auto-replies/index.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { BOOKINGS_AUTHOR, type BookingDeps, renderForVisit } from '../bookings/index.ts'
import { messageReceived } from '../messages/events.ts'
import { lockInboundMessage, renderFor, replyId, sendAutomaticMessage } from '../messages/index.ts'
import { readVisitText } from '../messaging/index.ts'
import { findMessages } from '../threads/index.ts'
import { applyVisitText } from './apply-visit-text.ts'
import { REPLIES } from './texts.ts'

const NAME = 'answer-visit-text'

const Payload = z.object({
  tenantId: z.uuid(),
  messageId: z.uuid(),
  isReopened: z.boolean(),
  /** The business has auto-replies or auto-assignment. */
  answersInbound: z.boolean(),
})

/** Only texts that could be about a visit; never keywords, automatic replies or texts of blocked numbers. */
export const visitTextSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) => {
  const { isAboutVisit, keyword, isAutoReply, isReaction, isBlocked, isReopened, answersInbound } = data
  if (!messageId || !isAboutVisit || keyword || isAutoReply || isReaction || isBlocked) return []
  const payload = { tenantId, messageId, isReopened, answersInbound }
  return [{ identifier: NAME, payload, jobKey: `${NAME}:${messageId}` }]
})

/**
 * Does what a contact asks about their visit by text, and replies. A text that no visit explains is left to the team and
 * to auto-replies. Safe to run twice: the id of the reply derives from that of the message.
 */
export const answerVisitText = defineJob({
  name: NAME,
  lane: 'sending',
  payload: Payload,
  run: (deps: BookingDeps, { answersInbound, ...payload }) =>
    deps.inTenant(payload, async (tx) => {
      const { answersTexts } = await readBookingConfigs(tx)
      const isAnswered = answersTexts && (await answer(deps, tx, payload.messageId))
      if (!isAnswered && answersInbound) await enqueue(tx, answerInboundSpec(payload))
    }),
})

async function answer(deps: BookingDeps, tx: TenantTx, messageId: string): Promise<boolean> {
  const inbound = await lockInboundMessage(tx, messageId)
  const text = inbound && readVisitText(inbound.message.body)
  if (!text) return false
  const { conversation, message } = inbound
  const id = replyId(message.id)
  if ((await findMessages(tx, [id])).length > 0) return true
  const applied = await applyVisitText(deps, tx, inbound, text)
  const rendered =
    applied &&
    (await renderForVisit(deps, tx, applied.bookingId, ({ language }) => {
      const replies = REPLIES[language === 'es' || language === 'fr' ? language : 'en']
      return replies[applied.reply]
    }))
  if (!rendered) return false
  await sendAutomaticMessage(deps, tx, {
    conversation,
    id,
    body: await renderFor(tx, conversation, rendered),
    repliesTo: message.id,
    cause: 'booking',
    authorName: BOOKINGS_AUTHOR,
  })
  return true
}
