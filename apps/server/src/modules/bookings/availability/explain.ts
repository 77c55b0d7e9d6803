import type { ClosedBy, Slot, SlotTaken } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { findVisibleBookings } from '../select-bookings.ts'
import { findNearest } from './find-slots.ts'
import { loadVisit, type VisitRequest } from './load-visit.ts'
import { type Closing, closings } from './rules.ts'

type AnyTimeRequest = Omit<VisitRequest, 'starts'>

/** Every rule that closes a time for a visit, and the nearest free times. */
export async function explain(
  tx: TenantTx,
  viewer: Viewer,
  visitRequest: Omit<AnyTimeRequest, 'viewer'>,
  start: number,
): Promise<{ isFree: boolean; closedBy: ClosedBy[]; nearest: Slot[] }> {
  const request = { ...visitRequest, viewer }
  const visit = await loadVisit(tx, { ...request, starts: { from: start, until: start + 1 } })
  const closedBy = await describeClosings(tx, viewer, closings(visit, start))
  const isFree = closedBy.length === 0
  return { isFree, closedBy, nearest: isFree ? [] : await findNearest(tx, request, start) }
}

/** Why a time could not be booked, as the error says it: to contacts only what is free instead, not how full it is. */
export async function describeTaken(
  tx: TenantTx,
  request: AnyTimeRequest,
  { start, closed }: { start: number; closed: readonly Closing[] },
): Promise<SlotTaken> {
  const { viewer } = request
  const nearest = await findNearest(tx, request, start)
  if (viewer === null) return { closedBy: [], nearest: nearest.map((slot) => ({ ...slot, seatsLeft: null })) }
  return { closedBy: await describeClosings(tx, viewer, closed), nearest }
}

const toIso = (instant: number | undefined): string | null =>
  instant === undefined ? null : new Date(instant).toISOString()

/** The same rule of the same resource once, and bookings only by name to those who may see them. */
async function describeClosings(tx: TenantTx, viewer: Viewer, closed: readonly Closing[]): Promise<ClosedBy[]> {
  const visible = await findVisibleBookings(
    tx,
    viewer,
    closed.flatMap(({ bookingId }) => bookingId ?? []),
  )
  const described = closed.map(
    ({ rule, serviceId, resourceId, bookingId, interval, name }): ClosedBy => ({
      rule,
      resourceID: resourceId,
      serviceID: serviceId,
      bookingID: bookingId !== null && visible.has(bookingId) ? bookingId : null,
      startsOnUtc: toIso(interval?.from),
      endsOnUtc: toIso(interval?.until),
      // The reason of a block is for those who may edit it.
      name: rule === 'holiday' ? name : null,
    }),
  )
  return [...new Map(described.map((each) => [JSON.stringify(each), each])).values()]
}
