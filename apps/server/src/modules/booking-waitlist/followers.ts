import type { ContactFollower, LocationFollower } from '../../platform/module.ts'

/** Moves waitlist entries and freed times of a removed location to the one that replaces it. */
export const moveWaitlist: LocationFollower = async (tx, { from, to }) => {
  for (const table of ['bookingWaitlist', 'bookingGaps'] as const)
    await tx
      .updateTable(table)
      .set({ locationId: to })
      .where('tenantId', '=', tx.tenantId)
      .where('locationId', '=', from)
      .execute()
}

/** Entries of a number that is removed from its contact stay with the contact. */
export const moveEntries: ContactFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('bookingWaitlist')
    .set({ contactId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('contactId', '=', from)
    .execute()
}
