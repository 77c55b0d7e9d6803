import type { TenantTx } from '../../platform/database/database.ts'
import { releaseHolds } from '../bookings/index.ts'
import { markBookingOffer } from '../conversations/index.ts'
import { bookingOfferClosed } from './events.ts'
import { findTimes, lockLatestOffer, lockOpenOffer } from './queries.ts'
import type { OfferEnd, OfferRow } from './rows.ts'

/** Ends an open offer, which is locked like its conversation, and releases the times that are still held for it. */
export async function closeOffer(
  tx: TenantTx,
  { id, conversationId, waitlistEntryId, locationId }: OfferRow,
  state: OfferEnd,
  bookingId: string | null = null,
): Promise<void> {
  const times = await findTimes(tx, id)
  await releaseHolds(
    tx,
    // The chosen time stays held if it has to be paid first.
    times.map((time) => time.bookingId).filter((held) => held !== bookingId),
  )
  const at = tx.now()
  await tx
    .updateTable('bookingOffers')
    .set({ state, bookingId, endedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await markBookingOffer(tx, conversationId, false)
  await bookingOfferClosed.record(tx, {
    ...{ at, data: { offerID: id, state, waitlistEntryID: waitlistEntryId, locationID: locationId } },
  })
}

/** Ends the open offer to someone who leaves the waitlist. */
export async function closeOffersOfEntry(tx: TenantTx, waitlistEntryId: string): Promise<void> {
  const open = await tx
    .selectFrom('bookingOffers')
    .where('tenantId', '=', tx.tenantId)
    .where('waitlistEntryId', '=', waitlistEntryId)
    .where('state', '=', 'open')
    .select(['id', 'contactId', 'conversationId'])
    .execute()
  for (const each of open) {
    const offer = await lockOpenOffer(tx, each)
    if (offer) await closeOffer(tx, offer, 'declined')
  }
}

/** Ends the open offers of locked conversations that are deleted or merged into another; their rows go with them. */
export async function closeOffersIn(tx: TenantTx, conversationIds: readonly string[]): Promise<void> {
  for (const id of conversationIds) {
    const offer = await lockLatestOffer(tx, id)
    if (offer?.state === 'open') await closeOffer(tx, offer, 'handed-over')
  }
}

/** Leaves the contact of an offer that ended without a choice to the team. A chosen time may still be paid. */
export async function leaveEndedToTeam(tx: TenantTx, { id }: OfferRow): Promise<void> {
  await tx
    .updateTable('bookingOffers')
    .set({ state: 'handed-over', endedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('bookingId', 'is', null)
    .execute()
}
