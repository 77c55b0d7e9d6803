import type { BusinessHours } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { lockLocation } from '../locations/index.ts'
import { recordSettingChanged, refreshAnswersInbound } from '../settings/index.ts'
import { findHoursRow, type HoursValue, toBusinessHours } from './queries.ts'

export async function saveBusinessHours(
  tx: TenantTx,
  actor: Actor,
  { locationID, version, ...value }: HoursValue & { locationID: string; version: number },
): Promise<BusinessHours> {
  // Lock the location, because its hours may not exist yet.
  const location = await lockLocation(tx, actor, locationID)
  if (!location) throw new AppError('LocationNotFound')
  const existing = await findHoursRow(tx, locationID)
  const currentVersion = existing?.version ?? 0
  if (version !== currentVersion)
    throw new AppError('ChangedMeanwhile', { present: toBusinessHours(location, existing) })
  const at = tx.now()
  const row = {
    value: JSON.stringify({ ...value, exceptions: value.exceptions.toSorted((a, b) => (a.date < b.date ? -1 : 1)) }),
    version: currentVersion + 1,
    updatedAt: at,
  }
  const saved = await tx
    .insertInto('businessHours')
    .values({ tenantId: tx.tenantId, locationId: locationID, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'locationId']).doUpdateSet(row))
    .returning(['value', 'version'])
    .executeTakeFirstOrThrow()
  await refreshAnswersInbound(tx)
  await recordSettingChanged(tx, { subject: 'business-hours', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: `Business hours of ${location.name}`,
    locationIDs: [locationID],
    data: { afterHoursAnswer: value.afterHours.isEnabled, exceptions: value.exceptions.length },
    at,
  })
  return toBusinessHours(location, saved)
}
