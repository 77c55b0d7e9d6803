import type { Location } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import type { NewLocation } from './add-location.ts'
import { findLocationRow, lockLocation } from './queries.ts'
import { recordLocationChanged } from './record-location-changed.ts'
import { toLocation } from './rows.ts'

/** Undefined leaves a field unchanged; empty or null clears it. */
export type LocationChanges = { [Key in keyof NewLocation]?: NewLocation[Key] | undefined }

/** Changes a location. With a version, only if it has not changed since. */
export async function updateLocation(
  tx: TenantTx,
  actor: Actor,
  { id, version, ...changes }: LocationChanges & { id: string; version?: number | undefined },
): Promise<Location> {
  const existing = await lockLocation(tx, actor, id)
  if (!existing) throw new AppError('LocationNotFound')
  const normalized: Record<string, string | null> = Object.fromEntries(
    Object.entries(changes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value === '' ? null : value]],
    ),
  )
  const present: Record<string, unknown> = { ...existing }
  const changed = Object.entries(normalized).filter(([key, value]) => present[key] !== value)
  if (changed.length === 0) return toLocation(await findLocationRow(tx, id))
  if (version !== undefined && version !== existing.version) {
    throw new AppError('ChangedMeanwhile', { present: toLocation(await findLocationRow(tx, id)) })
  }
  const at = tx.now()
  await tx
    .updateTable('locations')
    .set({ ...Object.fromEntries(changed), version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await recordLocationChanged(tx, {
    ...{ locationID: id, actorUserId: actor.userId, change: 'changed', at },
    previousTimeZone: changed.some(([key]) => key === 'timeZone') ? existing.timeZone : undefined,
  })
  await recordAudit(tx, {
    action: 'location.changed',
    actor,
    subject: existing.name,
    locationIDs: [id],
    data: Object.fromEntries(changed),
    at,
  })
  return toLocation(await findLocationRow(tx, id))
}
