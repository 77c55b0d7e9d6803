import type { ResourceAvailability } from '@frontdesk/contract/api'
import type { TenantTx } from '../../platform/database/database.ts'

/** Everything that a teammate edits of the hours of a resource; exceptions from a date on. */
export async function getHours(
  tx: TenantTx,
  { id, version }: { id: string; version: number },
  { today, isVisible }: { today: string; isVisible: (locationId: string) => boolean },
): Promise<ResourceAvailability> {
  const [hours, exceptions] = await Promise.all([
    tx
      .selectFrom('bookingHours')
      .where('tenantId', '=', tx.tenantId)
      .where('resourceId', '=', id)
      .orderBy('locationId')
      .select(['locationId', 'week'])
      .execute(),
    tx
      .selectFrom('bookingHoursExceptions')
      .where('tenantId', '=', tx.tenantId)
      .where('resourceId', '=', id)
      .where('date', '>=', today)
      .orderBy('date')
      .select(['date', 'name', 'spans'])
      .limit(1000)
      .execute(),
  ])
  const visible = hours.filter(({ locationId }) => isVisible(locationId))
  return {
    resourceID: id,
    hours: visible.map(({ locationId, week }) => ({ locationID: locationId, week })),
    exceptions,
    version,
  }
}
