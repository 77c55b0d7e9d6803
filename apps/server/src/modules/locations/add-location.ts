import { randomUUID } from 'node:crypto'
import type { Location } from '@frontdesk/contract/api'
import { DEFAULT_FOLDERS } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { assertWithinPlan, findUsage } from '../subscription/index.ts'
import { PlacesError } from './places.ts'
import { findLocationRow } from './queries.ts'
import { recordLocationChanged } from './record-location-changed.ts'
import { toLocation } from './rows.ts'

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

/** Adds the default folders, which every location has. */
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

/** Adds a location and grants it to an actor who has only some locations. */
export async function openLocation(
  tx: TenantTx,
  actor: Actor,
  location: Omit<NewLocation, 'timeZone'> & { timeZone?: string | undefined },
): Promise<Location> {
  const at = tx.now()
  const { locations } = await findUsage(tx)
  await assertWithinPlan(tx, 'locations', locations, at)
  const timeZone = location.timeZone ?? (await firstTimeZone(tx))
  const id = await addLocation(tx, { ...location, timeZone }, at)
  if (actor.locationIds !== null) {
    await tx
      .insertInto('userLocations')
      .values({ tenantId: tx.tenantId, userId: actor.userId, locationId: id })
      .execute()
  }
  await recordLocationChanged(tx, { locationID: id, actorUserId: actor.userId, change: 'added', at })
  await recordAudit(tx, { action: 'location.added', actor, subject: location.name, locationIDs: [id], at })
  return toLocation(await findLocationRow(tx, id))
}

/** Looks up a place's time zone; undefined if that fails, which should not prevent adding the location. */
export async function findTimeZoneOfPlace(
  { places, log }: Needs<'places' | 'log'>,
  placeId: string | null | undefined,
): Promise<string | undefined> {
  if (!placeId) return undefined
  const place = await places.find(placeId, randomUUID()).catch((error: unknown) => {
    if (!(error instanceof PlacesError)) throw error
    log.warn({ err: error }, 'failed to look up the time zone of a place')
    return null
  })
  return place?.timeZone ?? undefined
}

/** The time zone of the oldest location. */
async function firstTimeZone(tx: TenantTx): Promise<string> {
  const { timeZone } = await tx
    .selectFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .orderBy('createdAt')
    .orderBy('id')
    .select('timeZone')
    .limit(1)
    .executeTakeFirstOrThrow()
  return timeZone
}
