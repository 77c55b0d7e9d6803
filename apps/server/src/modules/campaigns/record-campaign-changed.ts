import type { TenantTx } from '../../platform/database/database.ts'
import { roomsOfScope } from '../visibility/index.ts'
import type { CampaignRow } from './access.ts'
import { campaignChanged } from './events.ts'

/** Records a change of a campaign and publishes it to open screens. */
export async function recordCampaignChanged(
  tx: TenantTx,
  by: { userId: string } | null,
  { id, locationId }: Pick<CampaignRow, 'id' | 'locationId'>,
): Promise<void> {
  const at = tx.now()
  const eventId = await campaignChanged.record(tx, {
    at,
    actorUserId: by?.userId,
    data: { campaignID: id, locationID: locationId },
  })
  tx.publish(roomsOfScope(locationId), {
    type: 'campaign.changed',
    id: eventId,
    at,
    campaignID: id,
  })
}
