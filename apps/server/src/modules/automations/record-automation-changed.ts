import type { TenantTx } from '../../platform/database/database.ts'
import { roomsOfScope } from '../visibility/index.ts'
import type { AutomationRow } from './access.ts'
import { automationChanged } from './events.ts'

/** Records a change of an automation, or that it ran, and publishes it to open screens. */
export async function recordAutomationChanged(
  tx: TenantTx,
  by: { userId: string } | null,
  { id, locationId }: Pick<AutomationRow, 'id' | 'locationId'>,
): Promise<void> {
  const at = tx.now()
  const data = { automationID: id, locationID: locationId }
  const eventId = await automationChanged.record(tx, { at, actorUserId: by?.userId, data })
  tx.publish(roomsOfScope(locationId), { type: 'automation.changed', id: eventId, at, automationID: id })
}
