import type { OpenTimes } from '@frontdesk/contract/api'
import type { TenantTx } from '../../../platform/database/database.ts'
import { listBookableResources, readHours } from '../../booking-resources/index.ts'
import { findBusinessHours } from '../../business-hours/index.ts'
import { type Interval, intersection } from './intervals.ts'
import { localTimeOf } from './local-time.ts'
import { openIntervals } from './opening.ts'

/** When each resource of a location can be booked there in a period, by its hours and those of the business. */
export async function findOpenTimes(
  tx: TenantTx,
  location: { id: string; timeZone: string },
  period: Interval,
): Promise<OpenTimes[]> {
  const bookable = await listBookableResources(tx, location.id)
  const resourceIds = bookable.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id)
  const local = localTimeOf(location.timeZone, period)
  const [business, hours] = await Promise.all([
    findBusinessHours(tx, location),
    readHours(tx, { resourceIds, locationId: location.id, dates: local.dates, period }),
  ])
  const businessOpen = business && openIntervals(local, business.week, business.exceptions)
  return resourceIds.map((resourceID) => {
    const { week = null, exceptions = [] } = hours.get(resourceID) ?? {}
    const own = openIntervals(local, week ?? business?.week ?? null, exceptions)
    const open = businessOpen ? intersection(own, businessOpen) : own
    return {
      resourceID,
      open: open.map(({ from, until }) => ({
        startsOnUtc: new Date(from).toISOString(),
        endsOnUtc: new Date(until).toISOString(),
      })),
    }
  })
}
