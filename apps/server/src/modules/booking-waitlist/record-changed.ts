import type { TenantTx } from '../../platform/database/database.ts'
import { roomsOfScope } from '../visibility/index.ts'
import { bookingWaitlistChanged } from './events.ts'
import type { EntryRow } from './rows.ts'

/** Records a change of the waitlist and publishes it to open screens, which fetch what they may see. */
export async function recordWaitlistChanged(
  tx: TenantTx,
  { id, locationId }: Pick<EntryRow, 'id' | 'locationId'>,
  actorUserId?: string,
): Promise<void> {
  const at = tx.now()
  const eventId = await bookingWaitlistChanged.record(tx, {
    ...{ at, actorUserId, data: { entryID: id, locationID: locationId } },
  })
  tx.publish(roomsOfScope(locationId), { type: 'booking.changed', id: eventId, at, bookingID: null })
}
