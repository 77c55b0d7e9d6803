import type { Folder } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findLocation, listLocations, lockLocation } from '../locations/index.ts'
import type { LocatedFolder } from './folder-change.ts'

/** The folders of the locations the actor sees, or of those of them that were asked for. */
export async function listFolders(tx: TenantTx, actor: Actor, locationIDs?: readonly string[]): Promise<Folder[]> {
  const seen = actor.locationIds
  const places = seen === null ? locationIDs : (locationIDs ?? seen).filter((id) => seen.includes(id))
  if (places?.length === 0) return []
  const query = tx
    .selectFrom('folders')
    .where('tenantId', '=', tx.tenantId)
    .select(['key', 'name', 'position', 'locationId'])
    .orderBy('position')
    .orderBy('key')
  const rows = await (places ? query.where('locationId', 'in', [...places]) : query).execute()
  return rows.map(({ key, name, position, locationId }) => ({
    folderName: name,
    folderKey: key,
    order: position,
    locationID: locationId,
  }))
}

/** The folders of all locations that have one of these keys. */
export const findFoldersOf = (tx: TenantTx, keys: readonly string[]): Promise<LocatedFolder[]> =>
  tx
    .selectFrom('folders')
    .where('tenantId', '=', tx.tenantId)
    .where('key', 'in', [...keys])
    .select(['locationId', 'key', 'name'])
    .orderBy('locationId')
    .execute()

/** The folders with a key, held so that none of them is deleted while conversations are moved into it. */
export const lockFolders = (tx: TenantTx, key: string): Promise<LocatedFolder[]> =>
  tx
    .selectFrom('folders')
    .where('tenantId', '=', tx.tenantId)
    .where('key', '=', key)
    .select(['locationId', 'key', 'name'])
    .orderBy('locationId')
    .forKeyShare()
    .execute()

const lockFolder = (
  tx: TenantTx,
  { locationID, folderKey }: { locationID: string; folderKey: string },
): Promise<{ name: string } | undefined> =>
  tx
    .selectFrom('folders')
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', locationID)
    .where('key', '=', folderKey)
    .select('name')
    .forUpdate()
    .executeTakeFirst()

/** Held with its location, as whoever adds one holds that: of the same name twice at once the second sees the first. */
export async function accessFolder(
  tx: TenantTx,
  actor: Actor,
  folder: { locationID: string; folderKey: string },
): Promise<{ name: string }> {
  const found = (await lockLocation(tx, actor, folder.locationID)) && (await lockFolder(tx, folder))
  if (!found) throw new AppError('FolderNotFound')
  return found
}

/** The location, or every one the actor sees. */
export async function placesFor(tx: TenantTx, actor: Actor, locationID: string | null): Promise<string[]> {
  if (locationID === null) return (await listLocations(tx, actor)).map(({ id }) => id)
  if (!(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
  return [locationID]
}
