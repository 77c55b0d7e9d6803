import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { answerInboundSpec } from '../auto-replies/index.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import type { OfferDeps } from '../booking-offers/index.ts'
import { BOOKINGS_AUTHOR } from '../bookings/index.ts'
import { messageReceived } from '../messages/events.ts'
import { renderFor, replyId, sendAutomaticMessage } from '../messages/index.ts'
import { readVisitText } from '../messaging/index.ts'
import { findMessages } from '../threads/index.ts'
import { answerOffer } from './answer-offer.ts'
import { applyVisitText } from './apply-visit-text.ts'
import { endWait } from './end-wait.ts'
import { type Inbound, lockInbound } from './inbound.ts'
import type { Reply } from './reply.ts'

const NAME = 'answer-visit-text'

const Payload = z.object({
  tenantId: z.uuid(),
  messageId: z.uuid(),
  isReopened: z.boolean(),
  /** Whether the business has auto-replies or auto-assignment. */
  answersInbound: z.boolean(),
})

export const answerVisitTextSpec = (payload: z.input<typeof Payload>): JobSpec => ({
  identifier: NAME,
  payload,
  jobKey: `${NAME}:${payload.messageId}`,
})

/**
 * Only texts that could be about a visit, or any while times are offered; never keywords, automatic replies or texts of
 * blocked numbers.
 */
export const visitTextSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) => {
  const { isAboutVisit, hasBookingOffer, keyword, isAutoresponse, isReaction, isBlocked, isReopened, answersInbound } =
    data
  if (!messageId || keyword || isAutoresponse || isReaction || isBlocked) return []
  // A text that may answer an estimate is passed on by that job if it does not.
  if (data.isAboutEstimate || (!isAboutVisit && !hasBookingOffer)) return []
  return [answerVisitTextSpec({ tenantId, messageId, isReopened, answersInbound })]
})

/**
 * Applies what a contact texts about their visit, and replies. A text about no visit is left to the team and to
 * auto-replies. Safe to run twice: the id of the reply derives from that of the message.
 */
export const answerVisitText = defineJob({
  name: NAME,
  lane: 'sending',
  payload: Payload,
  run: (deps: OfferDeps, { answersInbound, ...payload }) =>
    deps.inTenant(payload, async (tx) => {
      const isAnswered = await answer(deps, tx, payload.messageId)
      if (!isAnswered && answersInbound) await enqueue(tx, answerInboundSpec(payload))
    }),
})

async function answer(deps: OfferDeps, tx: TenantTx, messageId: string): Promise<boolean> {
  const inbound = await lockInbound(tx, messageId)
  if (!inbound) return false
  const { conversation, message } = inbound
  const id = replyId(message.id)
  if ((await findMessages(tx, [id])).length > 0) return true
  if (await isReplyLimitReached(tx, inbound)) return false
  const reply = await findReply(deps, tx, inbound)
  if (reply === null) return false
  if (reply === 'answered') return true
  await sendAutomaticMessage(deps, tx, {
    conversation,
    id,
    body: await renderFor(tx, conversation, reply.body),
    repliesTo: message.id,
    outcome: reply.outcome,
    cause: 'booking',
    authorName: BOOKINGS_AUTHOR,
  })
  if ('settles' in reply.outcome) await endWait(deps, tx, conversation)
  return true
}

/**
 * Replies per hour: more than a person needs to choose a time, but few enough to stop a loop with an auto-responder.
 */
const REPLIES_MAX = 20
const REPLY_WINDOW_MS = 60 * 60_000

/** Whether further texts are left to the team. These replies have no other rate limit. */
async function isReplyLimitReached(tx: TenantTx, { conversation }: Inbound): Promise<boolean> {
  const sent = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversation.id)
    .where('isOutgoing', '=', true)
    .where('author', '=', BOOKINGS_AUTHOR)
    .where('authorUserId', 'is', null)
    .where('createdAt', '>', shift(tx.now(), -REPLY_WINDOW_MS))
    .select('id')
    .limit(REPLIES_MAX)
    .execute()
  return sent.length === REPLIES_MAX
}

/** Texts that were fetched long after they were sent, such as after an outage, change nothing. */
const STALE_MS = 60 * 60_000

/** Applies a text to the times that are offered in its conversation, or to the visits of its contact. */
async function findReply(deps: OfferDeps, tx: TenantTx, inbound: Inbound): Promise<Reply | null> {
  if (isAfter(shift(tx.now(), -STALE_MS), inbound.message.createdAt)) return null
  const text = readVisitText(inbound.message.body)
  const aboutOffer = await answerOffer(deps, tx, inbound, text)
  if (aboutOffer || !text || !(await readBookingConfigs(tx)).answersTexts) return aboutOffer
  return applyVisitText(deps, tx, inbound, text)
}
