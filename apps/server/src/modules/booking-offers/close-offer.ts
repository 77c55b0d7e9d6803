import type { TenantTx } from '../../platform/database/database.ts'
import { releaseHolds } from '../bookings/index.ts'
import { markBookingOffer } from '../conversations/index.ts'
import { bookingOfferClosed } from './events.ts'
import { findTimes } from './queries.ts'
import type { OfferEnd, OfferRow } from './rows.ts'

/** Ends an open offer, which is locked like its conversation, and releases the times that are still held for it. */
export async function closeOffer(
  tx: TenantTx,
  { id, conversationId, waitlistEntryId }: OfferRow,
  state: OfferEnd,
  bookingId: string | null = null,
): Promise<void> {
  const times = await findTimes(tx, id)
  await releaseHolds(
    tx,
    times.map((time) => time.bookingId),
  )
  const at = tx.now()
  await tx
    .updateTable('bookingOffers')
    .set({ state, bookingId, endedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await markBookingOffer(tx, conversationId, false)
  await bookingOfferClosed.record(tx, { at, data: { offerID: id, state, waitlistEntryID: waitlistEntryId } })
}
