import type { TenantTx } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events/log.ts'
import type { LocationDeps } from './deps.ts'

/** Records that a location changed, and after commit notifies the open screens of everyone with access to it. */
export async function tellOfLocation(
  deps: LocationDeps,
  tx: TenantTx,
  {
    locationID,
    actorUserId,
    change,
    at,
  }: { locationID: string; actorUserId: string; change: 'added' | 'changed' | 'removed'; at: string },
): Promise<void> {
  const id = await recordEvent(tx, { type: 'location.changed', at, actorUserId, data: { locationID, change } })
  tx.afterCommit(() => deps.tellChanged(tx.tenantId, { id, at, locationID }))
}
