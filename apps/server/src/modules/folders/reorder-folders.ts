import type { Folder } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { lockLocation } from '../locations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { listFolders } from './queries.ts'

/** Puts the given folders first, in this order. Folders that a teammate added in the meantime follow them. */
export async function reorderFolders(
  tx: TenantTx,
  actor: Actor,
  { locationID, folderKeys }: { locationID: string; folderKeys: readonly string[] },
): Promise<Folder[]> {
  const location = await lockLocation(tx, actor, locationID)
  if (!location) throw new AppError('LocationNotFound')
  const at = tx.now()
  await sql`
      with ordered as (
        select f.key, row_number() over (order by r.at nulls last, f.position, f.key) as position
        from folders f left join unnest(${folderKeys}::text[]) with ordinality r (key, at) on r.key = f.key
        where f.tenant_id = ${tx.tenantId} and f.location_id = ${locationID}
      )
      update folders f set position = o.position from ordered o
      where f.tenant_id = ${tx.tenantId} and f.location_id = ${locationID} and f.key = o.key`.execute(tx)
  await recordSettingChanged(tx, { subject: 'folders', actorUserId: actor.userId, at })
  const data = { reordered: location.name }
  await recordAudit(tx, { action: 'setting.changed', actor, subject: 'Folders', data, locationIDs: [locationID], at })
  return listFolders(tx, actor, [locationID])
}
