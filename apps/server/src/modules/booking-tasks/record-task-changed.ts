import type { TenantTx } from '../../platform/database/database.ts'
import { lockVisit } from '../bookings/index.ts'
import { roomsOfScope } from '../visibility/index.ts'
import { bookingTaskChanged } from './events.ts'

/** Records a change of a visit’s tasks and publishes it to the screens that show the visit. */
export async function recordTaskChanged(
  tx: TenantTx,
  { bookingId, actorUserId }: { bookingId: string; actorUserId: string | null },
): Promise<void> {
  const booking = await lockVisit(tx, bookingId)
  if (!booking) throw new Error('A task is about an unknown booking.')
  const { locationId } = booking
  const at = tx.now()
  const id = await bookingTaskChanged.record(tx, {
    at,
    actorUserId: actorUserId ?? undefined,
    data: { bookingID: bookingId, locationID: locationId },
  })
  tx.publish(roomsOfScope(locationId), { type: 'booking.changed', id, at, bookingID: bookingId })
}
