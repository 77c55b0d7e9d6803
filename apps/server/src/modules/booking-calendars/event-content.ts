import type { BookingStatus } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findBookingItems } from '../bookings/index.ts'
import type { Interval } from './interval.ts'

/** Bookings that are in calendars: those that take place or did. */
export const WRITTEN_STATUSES: readonly BookingStatus[] = [
  'requested',
  'booked',
  'confirmed',
  'arrived',
  'completed',
  'no-show',
]

/** When a booking takes a resource, from its first service there to its last; null if it does not. */
export const findEventTime = async (tx: TenantTx, bookingId: string, resourceId: string): Promise<Interval | null> =>
  (await findEventTimes(tx, [bookingId], resourceId)).get(bookingId) ?? null

/** The same for several bookings, by booking; those that do not take it are absent. */
export async function findEventTimes(
  tx: TenantTx,
  bookingIds: readonly string[],
  resourceId: string,
): Promise<Map<string, Interval>> {
  const items = await findBookingItems(tx, bookingIds)
  const ofResource = items.filter(({ resourceIds }) => resourceIds.includes(resourceId))
  return new Map(
    [...Map.groupBy(ofResource, ({ bookingId }) => bookingId)].flatMap(([id, ofBooking]) => {
      const [first, last] = [ofBooking[0], ofBooking.at(-1)]
      return first && last ? [[id, { from: Date.parse(first.startsAt), until: Date.parse(last.endsAt) }]] : []
    }),
  )
}

/**
 * Allowed by Google: a to v and digits. The same booking has the same id in every calendar it was ever written into.
 */
export const eventIdOf = (bookingId: string): string => `fd${bookingId.replaceAll('-', '')}`
