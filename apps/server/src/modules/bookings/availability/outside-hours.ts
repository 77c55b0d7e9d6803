import type { BookingStatus, Viewer } from '@frontdesk/contract/rules'
import { VISIT_MINUTES_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { findItems, selectBookings } from '../select-bookings.ts'
import { covers } from './intervals.ts'
import { localTimeOf } from './local-time.ts'
import { openIntervals, type WeekHours } from './opening.ts'

/** Upcoming bookings that are checked at most. */
const CHECKED_MAX = 2000
const MINUTE_MS = 60_000
const AHEAD: readonly BookingStatus[] = ['requested', 'booked', 'confirmed']

/** The upcoming bookings of a location that are outside of business hours, which may not be saved yet; in order. */
export async function findOutsideHours(
  tx: TenantTx,
  viewer: Viewer,
  location: { id: string; timeZone: string },
  { week, exceptions }: { week: WeekHours; exceptions: readonly { date: string; spans: WeekHours['monday'] }[] },
): Promise<string[]> {
  const bookings = await selectBookings(tx, viewer)
    .where('b.locationId', '=', location.id)
    .where('b.startsAt', '>', shift(tx.now(), -VISIT_MINUTES_MAX * MINUTE_MS))
    .where('b.endsAt', '>', tx.now())
    .where(sql<boolean>`b.status = any(${[...AHEAD]}::text[])`)
    .orderBy('b.startsAt')
    .limit(CHECKED_MAX)
    .execute()
  const [first] = bookings
  if (!first) return []
  const from = Date.parse(first.startsAt)
  const until = Math.max(...bookings.map(({ endsAt }) => Date.parse(endsAt)))
  const open = openIntervals(localTimeOf(location.timeZone, { from, until }), week, exceptions)
  const items = await findItems(
    tx,
    bookings.map(({ id }) => id),
  )
  const outside = new Set(
    items
      .filter(({ startsAt, endsAt }) => !covers(open, Date.parse(startsAt), Date.parse(endsAt)))
      .map(({ bookingId }) => bookingId),
  )
  return bookings.flatMap(({ id }) => (outside.has(id) ? [id] : []))
}
