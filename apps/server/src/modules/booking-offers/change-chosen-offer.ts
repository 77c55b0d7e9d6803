import type { TenantTx } from '../../platform/database/database.ts'
import { bookingOfferClosed } from './events.ts'

type End = 'accepted' | 'expired'

/** Changes how an offer ended whose chosen time has to be paid: it expires unpaid, and a late payment accepts it after all. */
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
    ...{ at: tx.now(), data: { offerID, state: to, waitlistEntryID, locationID } },
  })
}
