import type { BookingSearch, BookingStatus } from '@frontdesk/contract/rules'
import { dayKey } from '../../lib/time.ts'

/** Statuses of visits that are ahead. */
export const EXPECTED: BookingStatus[] = ['requested', 'booked', 'confirmed']

/** The list of upcoming bookings of a service, teammate or room, the next one first. */
export const upcomingSearch = (
  of: Pick<BookingSearch, 'service' | 'teammate' | 'room'>,
  { since, zone }: { since: string; zone: string },
): BookingSearch => ({
  ...{ view: 'all', ...of, status: EXPECTED.join(','), asc: true },
  ...{ range: 'custom', from: dayKey(since, zone) },
})
