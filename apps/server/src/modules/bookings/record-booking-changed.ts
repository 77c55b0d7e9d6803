import type { TenantTx } from '../../platform/database/database.ts'
import { roomsOfScope } from '../visibility/index.ts'
import type { BookingChange } from './booking-change.ts'
import { bookingChanged } from './events.ts'
import type { BookingRow } from './rows.ts'

/** Records a change of a booking and publishes it to open screens, which fetch what they may see. */
export async function recordBookingChanged(
  tx: TenantTx,
  { id, locationId }: Pick<BookingRow, 'id' | 'locationId'>,
  {
    change,
    by,
    previousStartsAt = null,
  }: { change: BookingChange; by: { userId: string | null } | null; previousStartsAt?: string | null },
): Promise<void> {
  const at = tx.now()
  const eventId = await bookingChanged.record(tx, {
    at,
    actorUserId: by?.userId ?? undefined,
    data: { bookingID: id, locationID: locationId, change, previousStartsAt },
  })
  tx.publish(roomsOfScope(locationId), { type: 'booking.changed', id: eventId, at, bookingID: id })
}
