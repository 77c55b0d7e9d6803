import type { OpenTimes } from '@frontdesk/contract/api'
import type { TenantTx } from '../../../platform/database/database.ts'
import { listBookableResources } from '../../booking-resources/index.ts'
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
  const local = localTimeOf(location.timeZone, period)
  const [business, bookable] = await Promise.all([
    findBusinessHours(tx, location),
    listBookableResources(tx, location.id, period),
  ])
  const businessOpen = business && openIntervals(local, business.week, business.exceptions)
  return bookable.flatMap(({ id: resourceID, archivedAt, week, exceptions }) => {
    if (archivedAt !== null) return []
    const resourceOpen = openIntervals(local, week ?? business?.week ?? null, exceptions)
    const open = businessOpen ? intersection(resourceOpen, businessOpen) : resourceOpen
    return {
      resourceID,
      open: open.map(({ from, until }) => ({
        startsOnUtc: new Date(from).toISOString(),
        endsOnUtc: new Date(until).toISOString(),
      })),
    }
  })
}
