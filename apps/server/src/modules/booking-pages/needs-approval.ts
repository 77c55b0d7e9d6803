import type { TenantTx } from '../../platform/database/database.ts'
import { findServices } from '../booking-services/index.ts'
import { type BookingRow, findBookingItems, hasMissedTooMany } from '../bookings/index.ts'

/** Whether a teammate must approve a booking made or moved on a page, because of its services or its contact. */
export async function needsApproval(
  tx: TenantTx,
  { id, contactId }: Pick<BookingRow, 'id' | 'contactId'>,
): Promise<boolean> {
  if (contactId !== null && (await hasMissedTooMany(tx, contactId))) return true
  const items = await findBookingItems(tx, [id])
  const services = await findServices(
    tx,
    items.map(({ serviceId }) => serviceId),
  )
  return services.some(({ requiresApproval }) => requiresApproval)
}
