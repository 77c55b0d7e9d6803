import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { rowIdsOfContact } from '../contact-rows/index.ts'
import { lockConversationsOf } from '../conversations/index.ts'
import { findLatestOutgoing, type MessageRow } from '../threads/index.ts'
import { announceBooking, BOOKINGS_AUTHOR } from './announce-booking.ts'
import type { BookingAuthor } from './author.ts'
import type { BookingDeps } from './deps.ts'
import { findDelay } from './queries.ts'
import { recordBookingChanged } from './record-booking-changed.ts'
import { planReminders } from './reminders.ts'
import type { BookingRow } from './rows.ts'
import { updateBooking } from './write-booking.ts'

// Updates by contacts about their own visits, on pages and by text.

const MINUTE_MS = 60_000
/** How long before a visit its contact can say that they are on the way. */
const ARRIVAL_MS = 4 * 60 * 60_000

export type Arrival = { arrival: 'on-the-way' | 'late' | 'here'; lateMinutes: number | null }

/**
 * Whether the contact of a visit can say that they are on the way, late, or here: until it ends, as far as is known.
 */
export const canArrive = (
  tx: TenantTx,
  { status, startsAt, endsAt, lateMinutes }: BookingRow,
  delayMinutes = 0,
): boolean =>
  (status === 'booked' || status === 'confirmed') &&
  isAfter(tx.now(), shift(startsAt, -ARRIVAL_MS)) &&
  isAfter(shift(endsAt, Math.max(delayMinutes, lateMinutes ?? 0) * MINUTE_MS), tx.now())

/** Records that the contact of a locked visit is on the way, late, or here. */
export async function arriveByContact(
  deps: BookingDeps,
  tx: TenantTx,
  author: BookingAuthor,
  row: BookingRow,
  { arrival, lateMinutes }: Arrival,
): Promise<void> {
  const onTheWayAt = row.onTheWayAt ?? tx.now()
  if (arrival === 'here') {
    await updateBooking(tx, row.id, { status: 'arrived', arrivedAt: tx.now() })
    await recordBookingChanged(tx, row, { change: 'arrived', by: author })
    if (row.contactId !== null) await lockConversationsOf(tx, row.contactId)
    const arrived = { id: row.id, state: 'arrived', tellsContact: false } as const
    const announced = await announceBooking(deps, tx, author, arrived)
    await planReminders(deps, tx, null, { id: row.id, announced })
  } else {
    await updateBooking(tx, row.id, { onTheWayAt, lateMinutes: arrival === 'late' ? lateMinutes : null })
    await recordBookingChanged(tx, row, { change: 'updated', by: author })
  }
}

/** How much a delay must change before a contact is notified again. */
const REPORT_STEP_MINUTES = 10

/**
 * The delay of a visit in minutes because an earlier one is late; null if its contact already knows. Records the
 * returned delay as reported.
 */
export async function reportDelay(tx: TenantTx, row: BookingRow, lateMinutes: number | null): Promise<number | null> {
  const delay = await findDelay(tx, row)
  const reported = row.reportedDelayMinutes
  if (delay <= (lateMinutes ?? 0)) return null
  if (reported !== null && Math.abs(delay - reported) < REPORT_STEP_MINUTES) return null
  await tx
    .updateTable('bookings')
    .set({ reportedDelayMinutes: delay })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', row.id)
    .execute()
  return delay
}

/** Confirms a locked visit. Its reminders stay. */
export async function confirmByContact(
  deps: BookingDeps,
  tx: TenantTx,
  author: BookingAuthor,
  row: BookingRow,
): Promise<void> {
  await updateBooking(tx, row.id, { status: 'confirmed' })
  await recordBookingChanged(tx, row, { change: 'confirmed', by: author })
  await announceBooking(deps, tx, author, { id: row.id, state: 'confirmed', tellsContact: false })
}

/** Locks the expected visits of a person that end in a period, the earliest first. */
export const lockVisitsOfContact = (
  tx: TenantTx,
  contactId: string,
  { from, until }: { from: string; until: string },
): Promise<BookingRow[]> =>
  tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .where('status', 'in', ['requested', 'booked', 'confirmed'])
    .where('endsAt', '>', from)
    .where('startsAt', '<', until)
    .orderBy('startsAt')
    .orderBy('id')
    .limit(20)
    .selectAll()
    .forNoKeyUpdate()
    .execute()

/** Whether the latest message to the contact before one of theirs was a text about bookings. */
export async function answersBookingText(tx: TenantTx, message: MessageRow): Promise<boolean> {
  const latest = await findLatestOutgoing(tx, message)
  return latest?.author === BOOKINGS_AUTHOR && latest.authorUserId === null
}
