import type { TenantTx } from '../../platform/database/database.ts'
import { atLocationRooms } from '../visibility/index.ts'
import { locationChanged } from './events.ts'

/** Records that a location changed, and after commit notifies the open screens of everyone with access to it. */
export async function recordLocationChanged(
  tx: TenantTx,
  {
    locationID,
    actorUserId,
    change,
    at,
    previousTimeZone,
  }: {
    locationID: string
    actorUserId: string
    change: 'added' | 'changed' | 'removed'
    at: string
    previousTimeZone?: string | undefined
  },
): Promise<void> {
  const id = await locationChanged.record(tx, { at, actorUserId, data: { locationID, change, previousTimeZone } })
  tx.publish(atLocationRooms(locationID), { type: 'location.changed', id, at, locationID })
}
