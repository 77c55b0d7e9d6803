import type { Folder } from '@frontdesk/contract/api'
import { DEFAULT_FOLDER } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { emptyFolder } from './folder-change.ts'
import { accessFolder, listFolders } from './queries.ts'

/** Deletes a folder, and moves its conversations to the default one. */
export async function deleteFolder(
  tx: TenantTx,
  actor: Actor,
  { locationID, folderKey }: { locationID: string; folderKey: string },
): Promise<Folder[]> {
  const { name } = await accessFolder(tx, actor, { locationID, folderKey })
  if (folderKey === DEFAULT_FOLDER) throw new AppError('FolderKept')
  const at = tx.now()
  await emptyFolder(tx, { locationId: locationID, from: folderKey, to: DEFAULT_FOLDER, by: actor, at })
  await tx
    .deleteFrom('folders')
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', locationID)
    .where('key', '=', folderKey)
    .execute()
  await recordSettingChanged(tx, { subject: 'folders', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: 'Folders',
    data: { deleted: name },
    locationIDs: [locationID],
    at,
  })
  return listFolders(tx, actor, [locationID])
}
