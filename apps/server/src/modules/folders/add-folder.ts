import type { Folder } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { lockLocation } from '../locations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { listFolders, placesFor } from './queries.ts'

const FOLDERS_MAX = 100

/** Adds a folder at the end. Where a location has one of this name already, that one stays; not everywhere, though. */
export async function addFolder(
  tx: TenantTx,
  actor: Actor,
  { folderName, locationID }: { folderName: string; locationID: string | null },
): Promise<Folder[]> {
  const places = await placesFor(tx, actor, locationID)
  // Of two who add the same name at once the second one sees the first.
  for (const place of places.toSorted()) await lockLocation(tx, actor, place)
  const all = await listFolders(tx, actor, places)
  const isTaken = (place: string) =>
    all.some((folder) => folder.locationID === place && folder.folderName.toLowerCase() === folderName.toLowerCase())
  const lacking = places.filter((place) => !isTaken(place))
  if (lacking.length === 0) throw new AppError('FolderNameTaken')
  const isFull = (place: string) => all.filter((folder) => folder.locationID === place).length >= FOLDERS_MAX
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

/** Made of the name once, and kept when that changes. A name in other letters than ours gets a plain number. */
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
