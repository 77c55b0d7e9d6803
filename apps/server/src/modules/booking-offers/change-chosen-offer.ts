import type { TenantTx } from '../../platform/database/database.ts'
import { bookingOfferClosed } from './events.ts'

type End = 'accepted' | 'expired'

/**
 * Changes the outcome of an offer whose chosen time has to be paid: to expired if it is not paid, and back to accepted
 * by a late payment.
 */
export async function changeChosenOffer(
  tx: TenantTx,
  bookingId: string,
  { from, to }: { from: End; to: End },
): Promise<void> {
  const offer = await tx
    .updateTable('bookingOffers')
    .set({ state: to, endedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .where('kind', '<>', 'move')
    .where('state', '=', from)
    .returning(['id', 'waitlistEntryId', 'locationId'])
    .executeTakeFirst()
  if (!offer) return
  const { id: offerID, waitlistEntryId: waitlistEntryID, locationId: locationID } = offer
  await bookingOfferClosed.record(tx, {
    at: tx.now(),
    data: { offerID, state: to, waitlistEntryID, locationID },
  })
}
