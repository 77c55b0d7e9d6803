import type { TenantTx } from '../../platform/database/database.ts'
import { findServices } from '../booking-services/index.ts'
import { findBookingItems } from '../bookings/index.ts'

/** Whether a teammate has to approve a booking that someone makes or moves on a page. */
export async function needsApproval(tx: TenantTx, bookingId: string): Promise<boolean> {
  const items = await findBookingItems(tx, [bookingId])
  const services = await findServices(
    tx,
    items.map(({ serviceId }) => serviceId),
  )
  return services.some(({ requiresApproval }) => requiresApproval)
}
