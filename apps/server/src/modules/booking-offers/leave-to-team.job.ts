import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { messageQueued, messageReceived } from '../messages/events.ts'
import { lockInboundMessage } from '../messages/index.ts'
import { throughPair } from '../number-pairs/index.ts'
import { closeOffer } from './close-offer.ts'
import { findOpenOffer, hasTeammateWritten, lockOpenOffer } from './queries.ts'

const NAME = 'leave-offer-to-team'

const Payload = z.object({
  tenantId: z.uuid(),
  conversationId: z.uuid(),
  why: z.enum(['teammate', 'opt-out']),
  messageId: z.uuid(),
})

const leaveSpec = (payload: z.input<typeof Payload>): JobSpec => ({
  identifier: NAME,
  payload,
  jobKey: `${NAME}:${payload.messageId}`,
})

/** Messages of teammates in conversations in which times are offered. */
export const teammateSubscription = subscribe(messageQueued, ({ tenantId, conversationId, messageId, data }) =>
  data.hasBookingOffer && conversationId && messageId
    ? [leaveSpec({ tenantId, conversationId, why: 'teammate', messageId })]
    : [],
)

/** Opt-outs in conversations in which times are offered. */
export const optOutSubscription = subscribe(messageReceived, ({ tenantId, conversationId, messageId, data }) =>
  data.hasBookingOffer && data.keyword === 'stop' && conversationId && messageId
    ? [leaveSpec({ tenantId, conversationId, why: 'opt-out', messageId })]
    : [],
)

/** Ends an offer once a teammate writes in its conversation, or the contact opts out of texts. */
export const leaveOfferToTeam = defineJob({
  name: NAME,
  lane: 'default',
  payload: Payload,
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, conversationId, why, messageId }) =>
    inTenant({ tenantId }, async (tx) => {
      const unlocked = await findOpenOffer(tx, conversationId)
      const offer = unlocked && (await lockOpenOffer(tx, unlocked))
      if (!offer) return
      const isOver =
        why === 'opt-out'
          ? (await findWriter(tx, messageId)) === offer.contactId
          : await hasTeammateWritten(tx, offer, tx.now())
      if (isOver) await closeOffer(tx, offer, 'handed-over')
    }),
})

/** The contact who wrote a text, who in a merged conversation need not be the one to whom times are offered. */
async function findWriter(tx: TenantTx, messageId: string): Promise<string | undefined> {
  const locked = await lockInboundMessage(tx, messageId)
  return locked && throughPair(locked.conversation, locked.message.viaId).contactId
}
