import type { Folder } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged, type SettingDeps } from '../settings/index.ts'
import { accessFolder, listFolders } from './queries.ts'

export function editFolder(
  deps: SettingDeps,
  actor: Actor,
  { locationID, folderKey, folderName }: { locationID: string; folderKey: string; folderName: string },
): Promise<Folder[]> {
  return deps
    .inTenant(actor, async (tx) => {
      const { name } = await accessFolder(tx, actor, { locationID, folderKey })
      const at = deps.now()
      await tx
        .updateTable('folders')
        .set({ name: folderName })
        .where('tenantId', '=', tx.tenantId)
        .where('locationId', '=', locationID)
        .where('key', '=', folderKey)
        .execute()
      await recordSettingChanged(deps, tx, { subject: 'folders', actorUserId: actor.userId, at })
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
    })
    .catch((error: unknown) => {
      if (violates(error, 'folders_name')) throw new AppError('FolderNameTaken')
      throw error
    })
}
