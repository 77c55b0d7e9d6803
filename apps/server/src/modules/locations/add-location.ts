import { DEFAULT_FOLDERS, type Location } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import type { LocationDeps } from './deps.ts'
import { findLocationRow } from './queries.ts'
import { toLocation } from './rows.ts'
import { tellOfLocation } from './tell.ts'

export interface NewLocation {
  name: string
  formattedAddress?: string | undefined
  timeZone: string
  colorHex?: string | undefined
  placeId?: string | null | undefined
  url?: string | null | undefined
  googleReviewUrl?: string | null | undefined
  website?: string | null | undefined
  locationPhoneNumber?: string | undefined
}

/** Adds a location and returns its id. */
export async function addLocation(tx: TenantTx, location: NewLocation, at: string): Promise<string> {
  const id = newId()
  await tx
    .insertInto('locations')
    .values({
      tenantId: tx.tenantId,
      id,
      country: 'US',
      createdAt: at,
      ...location,
      formattedAddress: location.formattedAddress || null,
      locationPhoneNumber: location.locationPhoneNumber || null,
    })
    .execute()
  await addDefaultFolders(tx, id, at)
  return id
}

/** What every location starts with; it is a part of what a location is. */
export async function addDefaultFolders(tx: TenantTx, locationId: string, at: string): Promise<void> {
  await tx
    .insertInto('folders')
    .values(
      DEFAULT_FOLDERS.map(({ folderKey, folderName }, index) => ({
        tenantId: tx.tenantId,
        locationId,
        key: folderKey,
        name: folderName,
        position: index + 1,
        createdAt: at,
      })),
    )
    .execute()
}

/** Opens a new location of the business. Somebody who sees only some locations sees the one they add. */
export function openLocation(deps: LocationDeps, actor: Actor, location: NewLocation): Promise<Location> {
  return deps.inTenant(actor, async (tx) => {
    const at = deps.now()
    const id = await addLocation(tx, location, at)
    if (actor.locationIds !== null) {
      await tx
        .insertInto('userLocations')
        .values({ tenantId: tx.tenantId, userId: actor.userId, locationId: id })
        .execute()
    }
    await tellOfLocation(deps, tx, { locationID: id, actorUserId: actor.userId, change: 'added', at })
    await recordAudit(tx, { action: 'location.added', actor, subject: location.name, at })
    return toLocation(await findLocationRow(tx, id))
  })
}
