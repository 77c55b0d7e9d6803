import { toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { roomsOfScope } from '../visibility/index.ts'
import type { GroupRow } from './access.ts'
import { groupChanged } from './events.ts'

/** Records a change of a group and publishes it to open screens. */
export async function recordGroupChanged(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'>,
  { id, locationId }: Pick<GroupRow, 'id' | 'locationId'>,
): Promise<void> {
  const at = tx.now()
  const eventId = await groupChanged.record(tx, {
    at,
    actorUserId: actor.userId,
    data: { groupID: id, locationID: locationId },
  })
  tx.publish(roomsOfScope(locationId), {
    type: 'group.changed',
    id: eventId,
    at,
    groupSid: toSid('GC', id),
  })
}
