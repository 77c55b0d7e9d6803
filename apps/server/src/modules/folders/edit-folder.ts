import type { Folder } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { accessFolder, listFolders } from './queries.ts'

export async function editFolder(
  tx: TenantTx,
  actor: Actor,
  { locationID, folderKey, folderName }: { locationID: string; folderKey: string; folderName: string },
): Promise<Folder[]> {
  const { name } = await accessFolder(tx, actor, { locationID, folderKey })
  const at = tx.now()
  await tx
    .updateTable('folders')
    .set({ name: folderName })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', locationID)
    .where('key', '=', folderKey)
    .execute()
    .catch((error: unknown) => {
      throw violates(error, 'folders_name') ? new AppError('FolderNameTaken') : error
    })
  await recordSettingChanged(tx, { subject: 'folders', actorUserId: actor.userId, at })
  const data = { renamed: name, to: folderName }
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: 'Folders',
    data,
    locationIDs: [locationID],
    at,
  })
  return listFolders(tx, actor, [locationID])
}
