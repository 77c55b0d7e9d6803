import type { Booking } from '@frontdesk/contract/api'
import { dayKey } from '../../../lib/time.ts'

/** The visits that start on each day, by the clocks of a zone. */
export const visitsByDay = (bookings: readonly Booking[], zone: string): Map<string, Booking[]> =>
  Map.groupBy(bookings, ({ startsOnUtc }) => dayKey(startsOnUtc, zone))
