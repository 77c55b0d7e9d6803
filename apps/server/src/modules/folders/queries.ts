import type { Folder } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findLocation, listLocations, lockLocation } from '../locations/index.ts'
import type { LocatedFolder } from './folder-change.ts'

/** Lists the folders of the requested locations that the actor sees; by default of all they see. */
export async function listFolders(tx: TenantTx, actor: Actor, locationIDs?: readonly string[]): Promise<Folder[]> {
  const seen = actor.locationIds
  const visible = seen === null ? locationIDs : (locationIDs ?? seen).filter((id) => seen.includes(id))
  if (visible?.length === 0) return []
  const query = tx
    .selectFrom('folders')
    .where('tenantId', '=', tx.tenantId)
    .select(['key', 'name', 'position', 'locationId'])
    .orderBy('position')
    .orderBy('key')
  const rows = await (visible ? query.where('locationId', 'in', [...visible]) : query).execute()
  return rows.map(({ key, name, position, locationId }) => ({
    folderName: name,
    folderKey: key,
    order: position,
    locationID: locationId,
  }))
}

/** Finds the folders with one of these keys, of all locations. */
export const findFoldersOf = (tx: TenantTx, keys: readonly string[]): Promise<LocatedFolder[]> =>
  tx
    .selectFrom('folders')
    .where('tenantId', '=', tx.tenantId)
    .where('key', 'in', [...keys])
    .select(['locationId', 'key', 'name'])
    .orderBy('locationId')
    .execute()

/** Locks the folders with a key, so that none of them is deleted while conversations are moved into it. */
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

/** The only way from a key to a folder. Locks its location too, so that concurrent requests cannot use a name twice. */
export async function accessFolder(
  tx: TenantTx,
  actor: Actor,
  folder: { locationID: string; folderKey: string },
): Promise<{ name: string }> {
  const locked = (await lockLocation(tx, actor, folder.locationID)) && (await lockFolder(tx, folder))
  if (!locked) throw new AppError('FolderNotFound')
  return locked
}

/** Ids of the location, or of every one the actor sees. */
export async function locationIdsFor(tx: TenantTx, actor: Actor, locationID: string | null): Promise<string[]> {
  if (locationID === null) return (await listLocations(tx, actor)).map(({ id }) => id)
  if (!(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
  return [locationID]
}
