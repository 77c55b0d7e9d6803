import { sql } from 'kysely'
import type { ContactFollower, LocationFollower } from '../../platform/module.ts'

/** Bookings of a location that is removed belong to the other one; their times stay as they were agreed on. */
export const moveBookings: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('bookings')
    .set({ locationId: to, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
}

/** Bookings of a number that is removed from its contact stay with the contact. */
export const moveBookingsToContact: ContactFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('bookings')
    .set({ contactId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('contactId', '=', from)
    .execute()
}
