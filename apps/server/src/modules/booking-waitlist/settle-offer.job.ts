import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { bookingOfferClosed } from '../booking-offers/events.ts'
import { findOffer } from '../booking-offers/index.ts'
import { fillGapsSpec } from './fill-gaps-spec.ts'
import { recordWaitlistChanged } from './record-changed.ts'

const NAME = 'settle-waitlist-offer'

/** Offers to people on the waitlist that ended. */
export const offerClosedSubscription = subscribe(bookingOfferClosed, ({ tenantId, data }) =>
  data.waitlistEntryID === null
    ? []
    : [{ identifier: NAME, payload: { tenantId, offerId: data.offerID }, jobKey: `${NAME}:${data.offerID}` }],
)

/** Stores what became of an offer to someone on the waitlist; the next in line is asked if they did not take it. */
export const settleOffer = defineJob({
  name: NAME,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), offerId: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, offerId }) =>
    inTenant({ tenantId }, async (tx) => {
      const offer = await findOffer(tx, offerId)
      if (!offer?.waitlistEntryId) return
      const isTaken = offer.state === 'taken'
      const entry = await tx
        .updateTable('bookingWaitlist')
        .set(isTaken ? { state: 'booked', bookingId: offer.bookingId, endedAt: tx.now() } : { state: 'waiting' })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', offer.waitlistEntryId)
        .where('state', '=', 'offered')
        .returning(['id', 'locationId'])
        .executeTakeFirst()
      if (entry) await recordWaitlistChanged(tx, entry)
      if (isTaken) {
        await tx
          .updateTable('bookingGaps')
          .set({ isFilled: true })
          .where('tenantId', '=', tx.tenantId)
          .where('id', 'in', (query) =>
            query
              .selectFrom('bookingGapOffers')
              .where('tenantId', '=', tx.tenantId)
              .where('offerId', '=', offerId)
              .select('gapId'),
          )
          .execute()
      }
      await enqueue(tx, fillGapsSpec({ tenantId, locationId: entry?.locationId ?? offer.locationId }))
    }),
})
