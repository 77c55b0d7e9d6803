import type { Folder } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { lockLocation } from '../locations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { listFolders, locationIdsFor } from './queries.ts'

const FOLDERS_MAX = 100

/** Adds a folder at the end of the locations that have none of this name; throws if all have one. */
export async function addFolder(
  tx: TenantTx,
  actor: Actor,
  { folderName, locationID }: { folderName: string; locationID: string | null },
): Promise<Folder[]> {
  const locationIds = await locationIdsFor(tx, actor, locationID)
  // Locked, so that concurrent requests cannot add the same name twice.
  for (const id of locationIds.toSorted()) await lockLocation(tx, actor, id)
  const all = await listFolders(tx, actor, locationIds)
  const isTaken = (id: string) =>
    all.some((folder) => folder.locationID === id && folder.folderName.toLowerCase() === folderName.toLowerCase())
  const lacking = locationIds.filter((id) => !isTaken(id))
  if (lacking.length === 0) throw new AppError('FolderNameTaken')
  const isFull = (id: string) => all.filter((folder) => folder.locationID === id).length >= FOLDERS_MAX
  if (lacking.some(isFull)) throw new AppError('TooManyFolders')

  const key = freeKey(folderName, new Set(all.map(({ folderKey }) => folderKey)))
  const at = tx.now()
  for (const locationId of lacking) {
    await sql`
        insert into folders (tenant_id, location_id, key, name, position, created_at)
        select ${tx.tenantId}, ${locationId}, ${key}, ${folderName}, coalesce(max(f.position), 0) + 1, ${at}
        from folders f where f.tenant_id = ${tx.tenantId} and f.location_id = ${locationId}`.execute(tx)
  }
  await recordSettingChanged(tx, { subject: 'folders', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: 'Folders',
    data: { added: folderName },
    locationIDs: lacking,
    at,
  })
  return (await listFolders(tx, actor, lacking)).filter(({ folderKey }) => folderKey === key)
}

/**
 * Derives a unique key from the name. It stays when the folder is renamed. Names without Latin letters get a number.
 */
function freeKey(name: string, taken: ReadonlySet<string>): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  const stem = slug || 'folder'
  let key = slug || 'folder-1'
  for (let n = 2; taken.has(key); n++) key = `${stem}-${n}`
  return key
}
