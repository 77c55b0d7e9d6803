import { sql } from 'kysely'
import type { LocationFollower } from '../../platform/module.ts'

/** Bookings of a location that is removed belong to the other one; their times stay as they were agreed on. */
export const moveBookings: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('bookings')
    .set({ locationId: to, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
}
