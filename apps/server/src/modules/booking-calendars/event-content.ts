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
export async function findEventTime(tx: TenantTx, bookingId: string, resourceId: string): Promise<Interval | null> {
  const items = await findBookingItems(tx, [bookingId])
  const own = items.filter(({ resourceIds }) => resourceIds.includes(resourceId))
  const [first] = own
  const last = own.at(-1)
  return first && last ? { from: Date.parse(first.startsAt), until: Date.parse(last.endsAt) } : null
}

/** Allowed by Google: a to v and digits. The same booking has the same id in every calendar it was ever written into. */
export const eventIdOf = (bookingId: string): string => `fd${bookingId.replaceAll('-', '')}`
