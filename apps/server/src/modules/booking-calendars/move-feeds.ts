import type { LocationFollower } from '../../platform/module.ts'

/** A feed of a location that is removed has the bookings of the other one, where they go. */
export const moveFeeds: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('calendarFeeds')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
}
