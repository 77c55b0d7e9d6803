import type { LocationFollower } from '../../platform/module.ts'

/** Offers of a location that is removed belong to the other one, like the bookings that hold their times. */
export const moveOffers: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('bookingOffers')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
}
