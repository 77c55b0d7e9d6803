import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { bookingOfferClosed } from '../booking-offers/events.ts'
import { closeOffersOfEntry, findOffer, type OfferRow } from '../booking-offers/index.ts'
import { lockScheduleOfContact } from '../bookings/index.ts'
import { fillGapsSpec } from './fill-gaps-spec.ts'
import { recordWaitlistChanged } from './record-changed.ts'

const NAME = 'settle-waitlist-offer'

/** Offers to people on the waitlist that ended. */
export const offerClosedSubscription = subscribe(bookingOfferClosed, ({ tenantId, data }) => {
  const { offerID: offerId, locationID: locationId, waitlistEntryID } = data
  if (waitlistEntryID === null) return []
  return [{ identifier: NAME, payload: { tenantId, offerId, locationId }, jobKey: `${NAME}:${offerId}` }]
})

/**
 * Settles an offer to someone on the waitlist: if they did not accept it, they wait again and the next in line gets an
 * offer.
 */
export const settleOffer = defineJob({
  name: NAME,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), offerId: z.uuid(), locationId: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, offerId, locationId }) =>
    inTenant({ tenantId }, async (tx) => {
      const unlocked = await findOffer(tx, offerId)
      if (unlocked) await lockScheduleOfContact(tx, unlocked.contactId)
      // Undefined if it was deleted with its conversation.
      const offer = await findOffer(tx, offerId)
      if (offer?.state === 'accepted') await storeAccepted(tx, offer)
      else if (offer && offer.bookingId !== null) await undoAccepted(tx, offer)
      await enqueue(tx, fillGapsSpec({ tenantId, locationId }))
    }),
})

async function storeAccepted(tx: TenantTx, { id, waitlistEntryId, bookingId }: OfferRow): Promise<void> {
  await setFilled(tx, id, true)
  // They may have been offered another time before a late payment.
  if (waitlistEntryId !== null) await closeOffersOfEntry(tx, waitlistEntryId)
  const entry = await tx
    .updateTable('bookingWaitlist')
    .set({ state: 'booked', bookingId, endedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', waitlistEntryId)
    .where('state', 'in', ['waiting', 'offered'])
    .returning(['id', 'locationId'])
    .executeTakeFirst()
  if (entry) await recordWaitlistChanged(tx, entry)
}

/** Returns an entry that did not pay for its accepted time to the waitlist, and frees the gap for the next in line. */
async function undoAccepted(tx: TenantTx, { id, waitlistEntryId, bookingId }: OfferRow): Promise<void> {
  await setFilled(tx, id, false)
  const entry = await tx
    .updateTable('bookingWaitlist')
    .set({ state: 'waiting', bookingId: null, endedAt: null })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', waitlistEntryId)
    .where('state', '=', 'booked')
    .where('bookingId', '=', bookingId)
    .returning(['id', 'locationId'])
    .executeTakeFirst()
  if (entry) await recordWaitlistChanged(tx, entry)
}

/** Sets whether the free time of an offer is filled. Locks it before entries and conversations, as offering it does. */
const setFilled = (tx: TenantTx, offerId: string, isFilled: boolean): Promise<unknown> =>
  tx
    .updateTable('bookingGaps')
    .set({ isFilled })
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('bookingGapOffers')
        .where('tenantId', '=', tx.tenantId)
        .where('offerId', '=', offerId)
        .select('gapId'),
    )
    .execute()
